import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loggedError } from '#service/web/logger.ts'
import { createMemoryService, type MemoryService } from '#test/support/memory-service.ts'
import { startBoard } from '#test/support/start-board.ts'
import { until } from '#test/support/until.ts'
import { sendRaw, startWebServer } from '#test/support/web-server.ts'

let running: MemoryService
let web: Awaited<ReturnType<typeof startWebServer>>
let isReady = true

beforeAll(async () => {
  running = await createMemoryService({ writesPerMinute: 5 })
  web = await startWebServer({
    service: running.service,
    metricsToken: 'let me see',
    checkReady: async () => {
      if (!isReady) throw new Error('The store is gone.')
    },
  })
})
afterAll(async () => {
  await web.close()
  await running.close()
})

const call = (method: string, path: string, key: string, body?: string, headers = {}) =>
  fetch(web.url + path, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
    body: body ?? null,
  })

const lastLine = () => web.lines.at(-1)

describe('the access log', () => {
  test('has who did what, on which board, and how it ended', async () => {
    await call('PATCH', '/v1/cards/101?secret=1', running.keys.member, '{"statusId":"1202"}')
    expect(lastLine()).toMatchObject({
      level: 30,
      msg: 'request',
      method: 'PATCH',
      path: '/v1/cards/101',
      status: 200,
      client: expect.stringMatching(/^client-/),
      board: 12,
      from: '127.0.0.1',
      requestId: expect.any(String),
      ms: expect.any(Number),
    })
  })

  test.each([
    ['a rejected key', 'GET', '/v1/me', 'kbs_wrong', 'key_not_accepted'],
    ['a role that is too low', 'DELETE', '/v1/labels/1201', 'member', 'role_too_low'],
  ])('warns of %s', async (_, method, path, name, code) => {
    const key = name === 'member' ? running.keys.member : name
    const response = await call(method, path, key)
    const { requestId } = await response.json()
    expect(lastLine()).toMatchObject({ level: 40, code, requestId })
  })

  test('warns of a limit', async () => {
    for (let write = 0; write < 6; write += 1) {
      await call('PATCH', '/v1/cards/102', running.keys.maintainer, '{"labelIds":[]}')
    }
    expect(lastLine()).toMatchObject({ level: 40, status: 429, code: 'too_many_writes' })
  })
})

test('a key appears in no log line, metric, audit line, or error, wherever it was sent', async () => {
  const canary = running.keys.everywhere
  const foreign = 'other-service-secret-4711'
  const encoded = encodeURIComponent(canary)
  const before = web.lines.length
  const texts: string[] = []
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(web.url + path, init)
    texts.push(await response.text(), JSON.stringify([...response.headers]))
  }
  const authorization = { Authorization: `Bearer ${canary}` }
  await send(`/v1/me?key=${encoded}`)
  await send(`/v1/${canary}`)
  await send(`/v1/labels/${canary}`, { method: 'DELETE', headers: authorization })
  await send(`/v1/cards/${encoded}`, { method: 'PATCH', headers: authorization, body: canary })
  await send(`/${canary}`, { headers: authorization })
  await send('/v1/board', { headers: { ...authorization, 'X-Service-Workspace': canary } })
  await send('/v1/me', { headers: { Authorization: canary, Cookie: `key=${canary}` } })
  await send('/v1/labels', {
    method: 'POST',
    headers: { ...authorization, 'Content-Type': canary, 'X-Service-Workspace': '12' },
    body: `{"name":"${canary}","${canary}":1}`,
  })
  await send(`/v1/labels/${foreign}`, { headers: { Authorization: `Bearer ${foreign}` } })
  const metrics = await (await fetch(`${web.url}/metrics`)).text()
  const audit = JSON.stringify(await running.db.selectFrom('audit').selectAll().execute())
  const log = JSON.stringify(web.lines.slice(before))
  expect(web.lines.length - before).toBeGreaterThanOrEqual(10)
  for (const sink of [log, metrics, audit]) {
    expect(sink).not.toContain(canary)
    expect(sink).not.toContain(foreign)
  }
  // A body is the only thing that an error may repeat, and never a header or a path.
  expect(texts.filter((text) => text.includes(foreign))).toEqual([])
  const stored = JSON.stringify([
    await running.db.selectFrom('secrets').selectAll().execute(),
    await running.db.selectFrom('credentials').selectAll().execute(),
  ])
  expect(stored).not.toContain(canary)
})

test('a fault is in the log with its request id, and not in the response', async () => {
  await sql`alter table labels rename to labels_gone`.execute(running.db)
  const response = await call('GET', '/v1/labels', running.keys.viewer)
  const problem = await response.json()
  await sql`alter table labels_gone rename to labels`.execute(running.db)
  expect([response.status, problem.code]).toEqual([500, 'internal'])
  expect(JSON.stringify(problem)).not.toMatch(/labels_gone|no such table|sqlite/i)
  expect(running.faults.splice(0)).toHaveLength(1)
  expect(lastLine()).toMatchObject({ level: 50, status: 500, requestId: problem.requestId })
})

describe('/metrics', () => {
  test('counts requests by route, status, and error code', async () => {
    await call('GET', '/v1/me', running.keys.viewer)
    const text = await (await fetch(`${web.url}/metrics`)).text()
    expect(text).toMatch(
      /board_request_duration_seconds_count\{method="GET",route="\/v1\/me",status="200"\} \d+/,
    )
    expect(text).toMatch(/board_problems_total\{code="key_not_accepted"\} \d+/)
    expect(text).toContain('board_waiting_loads 3\n')
    expect(text).toContain('process_resident_memory_bytes')
  })

  test('is closed to what comes through a proxy, unless it has the token', async () => {
    const forwarded = { 'X-Forwarded-For': '203.0.113.7' }
    expect((await fetch(`${web.url}/metrics`, { headers: forwarded })).status).toBe(404)
    const wrong = { ...forwarded, Authorization: 'Bearer let me' }
    expect((await fetch(`${web.url}/metrics`, { headers: wrong })).status).toBe(404)
  })
})

test('/readyz tells whether the store works, and /healthz only that the process does', async () => {
  expect((await fetch(`${web.url}/readyz`)).status).toBe(200)
  isReady = false
  expect((await fetch(`${web.url}/readyz`)).status).toBe(503)
  expect((await fetch(`${web.url}/healthz`)).status).toBe(200)
  isReady = true
})

test('a fault in the log has no key, also when its message quotes one', () => {
  const { message, stack } = loggedError(new Error(`"${running.keys.member}" is no number`))
  expect(message).toBe('"[key]" is no number')
  expect(stack).not.toContain(running.keys.member)
})

test.each(['X-Forwarded-For', 'X-Real-IP', 'Via', 'Forwarded', 'CF-Connecting-IP'])(
  'what comes through a proxy that sends %s sees neither problems nor metrics',
  async (header) => {
    const problems = () => ['/srv/team/repository: git says something']
    const other = await startWebServer({ service: running.service, problems })
    const headers = { [header]: '203.0.113.7' }
    const ready = async (sent: Record<string, string>) =>
      (await fetch(`${other.url}/readyz`, { headers: sent })).json()
    expect(await ready({})).toEqual({ status: 'ready', problems: problems() })
    expect(await ready(headers)).toEqual({ status: 'ready' })
    expect((await fetch(`${other.url}/metrics`, { headers })).status).toBe(404)
    await other.close()
  },
)

test.each([
  ['another machine', '203.0.113.7', false],
  ['a proxy that the operator runs', '127.0.0.1', true],
])('%s sees neither problems nor metrics', async (_, remoteAddress, trustProxy) => {
  const problems = () => ['/srv/team/repository: git says something']
  const other = await startWebServer({ service: running.service, problems, trustProxy })
  const incoming = { socket: { remoteAddress } }
  const get = (path: string) => other.app.request(path, {}, { incoming })
  expect(await (await get('/readyz')).json()).toEqual({ status: 'ready' })
  expect((await get('/metrics')).status).toBe(404)
  await other.close()
})

test('what is no HTTP request is in the log and the metrics', async () => {
  const board = await startBoard(['--log-level', 'info'])
  const port = Number(new URL(board.url).port)
  expect(await sendRaw(port, 'NONSENSE\r\n\r\n')).toContain('400 Bad Request')
  await until(() => board.output().includes('"msg":"not a request"'))
  const metrics = await (await fetch(`${board.url}metrics`)).text()
  expect(metrics).toMatch(/board_problems_total\{code="bad_request"\} 1/)
  await board.stop()
})
