import { expect, test } from 'vitest'
import { limitRejectedKeys, REJECTED_KEYS_PER_MINUTE } from '#service/api/rate-limit.ts'
import { messages } from '#service/messages/messages.ts'
import { createMemoryService } from '#test/support/memory-service.ts'
import { startBoard } from '#test/support/start-board.ts'
import { startWebServer } from '#test/support/web-server.ts'

test(`an address with more than ${REJECTED_KEYS_PER_MINUTE} keys that aren’t accepted waits, and another doesn’t`, async () => {
  const running = await createMemoryService()
  const web = await startWebServer({ service: running.service, trustProxy: true })
  const call = (key: string, address: string) =>
    fetch(`${web.url}/v1/me`, {
      headers: { Authorization: `Bearer ${key}`, 'X-Forwarded-For': address },
    })
  const limit = limitRejectedKeys(() => 0)
  for (let count = 0; count < REJECTED_KEYS_PER_MINUTE; count += 1) limit('a')
  expect(() => limit('a')).toThrow(messages.problems.tooManyRejectedKeys)
  expect(() => limit('b')).not.toThrow()
  expect((await call('kbs_wrong', '203.0.113.7')).status).toBe(401)
  expect((await call(running.keys.viewer, '203.0.113.7')).status).toBe(200)
  await web.close()
  await running.close()
})

test('what is forbidden counts against the limit of a key too', async () => {
  const running = await createMemoryService({ writesPerMinute: 3 })
  const remove = () =>
    running.service.request('/v1/labels/1201', {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${running.keys.viewer}` },
    })
  const statuses = []
  for (let count = 0; count < 5; count += 1) statuses.push((await remove()).status)
  expect(statuses).toEqual([403, 403, 403, 429, 429])
  await running.close()
})

test('a server takes 60 keys a minute that it doesn’t accept, and then only good ones', async () => {
  const board = await startBoard()
  const load = async (key: string | undefined) => {
    const headers = { Authorization: `Bearer ${key}` }
    return (await fetch(`${board.url}v1/me`, { headers })).status
  }
  const statuses: number[] = []
  for (let attempt = 0; attempt < 61; attempt += 1) statuses.push(await load('kbs_wrong'))
  expect(statuses.filter((status) => status === 401)).toHaveLength(60)
  expect(statuses.at(-1)).toBe(429)
  expect(await load(board.keys.member)).toBe(200)
  await board.stop()
})
