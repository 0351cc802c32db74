import { expect, test } from 'vitest'
import { messages } from '#service/messages/messages.ts'
import { Queue } from '#service/queue.ts'
import { withDeadline } from '#service/repository/git/with-deadline.ts'
import { Slots } from '#service/slots.ts'

test('a deadline holds when nothing else refers to its signal', async () => {
  const waiting = withDeadline(200, [], (signal) => {
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)))
  })
  expect(String(await waiting)).toContain(messages.repository.noAnswerWithin(0))
})

test('a task in a queue gives up when its time is over before its turn', async () => {
  const queue = new Queue()
  let finish: () => void = () => undefined
  const first = queue.run(() => new Promise<void>((resolve) => (finish = resolve)))
  let hasRun = false
  const second = withDeadline(100, [], (signal) =>
    queue.run(async () => {
      hasRun = true
    }, signal),
  )
  await expect(second).rejects.toThrow(messages.repository.noAnswerWithin(0))
  finish()
  await first
  await queue.settled()
  expect(hasRun).toBe(false)
})

test('slots let the next task run when one fails', async () => {
  const slots = new Slots(1)
  await expect(slots.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await slots.run(() => 1)).toBe(1)
})
