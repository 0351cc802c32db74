import { expect, test } from 'vitest'
import { SharedTurn } from '#service/live/shared-turn.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('callers of one turn share the work for a key, and a later one gets new work', async () => {
  const turn = new SharedTurn<number>()
  let runs = 0
  const work = async () => {
    runs += 1
    const run = runs
    // Work that takes longer isn't for those who ask later.
    await nextTurn()
    await nextTurn()
    return run
  }
  const first = [turn.run('a', work), turn.run('a', work), turn.run('b', work)]
  await nextTurn()
  const later = turn.run('a', work)
  expect(await Promise.all([...first, later])).toEqual([1, 1, 2, 3])
})

test('a failure is for the callers of its turn only', async () => {
  const turn = new SharedTurn<number>()
  const fail = () => Promise.reject(new Error('lost'))
  const failing = [turn.run('a', fail), turn.run('a', fail)]
  for (const { status } of await Promise.allSettled(failing)) expect(status).toBe('rejected')
  await nextTurn()
  expect(await turn.run('a', async () => 1)).toBe(1)
})

test('the work begins after the last call of its turn, and knows how many callers it has', async () => {
  const turn = new SharedTurn<string>()
  let isRevoked = false
  const work = async (callers: number) => `${callers} callers, revoked: ${isRevoked}`
  const first = turn.run('a', work)
  isRevoked = true
  const second = turn.run('a', work)
  expect(await Promise.all([first, second])).toEqual(Array(2).fill('2 callers, revoked: true'))
})
