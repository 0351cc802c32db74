import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ApiError } from '#client/api-error.ts'
import { instant } from '#client/instant.ts'
import { readRetryAfter, send } from '#client/send.ts'

const network = setupServer()
beforeAll(() => network.listen({ onUnhandledRequest: 'error' }))
afterEach(() => network.resetHandlers())
afterAll(() => network.close())

const connection = { baseUrl: 'https://board.example/base', secret: 'kbs_canary' }

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error(`Not an ApiError: ${String(error)}`)
  return error
}

describe('a request', () => {
  test('carries the key in its header alone, to the base address alone', async () => {
    let seen: Request | undefined
    network.use(
      http.all('*', ({ request }) => {
        seen = request.clone()
        return HttpResponse.json({}, { headers: { ETag: '"2"' } })
      }),
    )
    const answer = await send(connection, {
      endpoint: 'board',
      query: { projectId: '3 1' },
      workspaceId: '12',
      etag: '"1"',
    })
    expect(seen?.url).toBe('https://board.example/base/v1/board?projectId=3+1')
    expect(seen?.headers.get('Authorization')).toBe('Bearer kbs_canary')
    expect(seen?.headers.get('X-Service-Workspace')).toBe('12')
    expect(seen?.headers.get('If-None-Match')).toBe('"1"')
    expect(seen?.credentials).toBe('omit')
    expect(seen?.redirect).toBe('error')
    expect(answer.etag).toBe('"2"')
    expect(answer.requestedAt).toBeLessThan(answer.answeredAt)
  })
  test('may be answered with nothing', async () => {
    network.use(http.delete('*', () => new HttpResponse(null, { status: 204 })))
    const answer = await send(connection, { endpoint: 'deleteLabel', params: { labelId: '1' } })
    expect(answer.json).toBeUndefined()
  })
})

describe('a failure', () => {
  test('has the service’s words and where it happened, never the key', async () => {
    network.use(
      http.get('*', () =>
        HttpResponse.json({ error: { message: 'no' } }, { status: 403, headers: { 'X-Request-Id': 'r1' } }),
      ),
    )
    const error = await failure(send(connection, { endpoint: 'me' }))
    expect(error).toMatchObject({ kind: 'http', status: 403, message: 'no', requestId: 'r1' })
    expect(error.trace).toBe('GET /v1/me, status 403, request r1')
    expect(JSON.stringify(error) + error.message + error.trace).not.toContain('canary')
  })
  test('of the line says what a person can check [gap G25]', async () => {
    network.use(http.get('*', () => HttpResponse.error()))
    const error = await failure(send(connection, { endpoint: 'me' }))
    expect(error.kind).toBe('network')
    expect(error.message).toContain('its address wrong')
    expect(error.isTransient).toBe(true)
  })
  test('of a success that is no JSON', async () => {
    network.use(http.get('*', () => HttpResponse.html('<!doctype html>')))
    const error = await failure(send(connection, { endpoint: 'me' }))
    expect(error.kind).toBe('unreadable')
    expect(error.isTransient).toBe(false)
  })
  test.each<[string, Omit<Parameters<typeof send>[1], 'endpoint'>]>([
    ['a line end in a header', { workspaceId: '12\n13' }],
    ['what no header can hold', { workspaceId: '１２' }],
    ['half a character', { params: { labelId: '\ud800' } }],
    ['a step out of the path', { params: { labelId: '..' } }],
    ['nothing', { params: { labelId: '' } }],
  ])('of an id that cannot be sent (%s) is told as one, and nothing is sent', async (_, outgoing) => {
    let sent = 0
    network.use(
      http.all('*', () => {
        sent += 1
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const error = await failure(send(connection, { endpoint: 'patchLabel', params: { labelId: '7' }, ...outgoing }))
    expect(error).toMatchObject({ kind: 'http', status: 0, isTransient: false })
    expect(error.message).toContain('an id that cannot be sent back to it')
    expect(sent).toBe(0)
  })
  test('is none when the caller has cancelled', async () => {
    const stop = new AbortController()
    network.use(
      http.get('*', () => {
        stop.abort(new Error('enough'))
        return HttpResponse.json({})
      }),
    )
    await expect(send(connection, { endpoint: 'me', signal: stop.signal })).rejects.toThrow('enough')
  })
})

test.each([
  ['3', 3_000],
  [' 0 ', 0],
  ['99999999999', 600_000],
  ['Mon, 05 Jan 2026 09:00:10 GMT', 10_000],
  ['Mon, 05 Jan 2026 08:00:00 GMT', undefined],
  ['soon', undefined],
  ['-5', undefined],
  [null, undefined],
])('Retry-After %j is %j ms', (header, wait) => {
  expect(readRetryAfter(header, Date.parse('2026-01-05T09:00:00Z'))).toBe(wait)
})

test('no two moments are the same', () => {
  const moments = Array.from({ length: 1_000 }, instant)
  expect(moments.every((moment, index) => index === 0 || moment > (moments[index - 1] ?? 0))).toBe(true)
})
