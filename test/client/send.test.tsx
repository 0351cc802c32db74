import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ApiError } from '#client/api-error.ts'
import { monotonicNow } from '#client/monotonic-now.ts'
import { readRetryAfter, send } from '#client/send.ts'
import type { WorkerFetch } from '#client/worker-fetch.ts'
import { failureMessage } from '#model/failure-message.ts'
import { aBoard } from '#test/support/builders.ts'
import { failure } from '#test/support/failure.ts'

const network = setupServer()
beforeAll(() => network.listen({ onUnhandledRequest: 'error' }))
afterEach(() => network.resetHandlers())
afterAll(() => network.close())

const connection = { baseUrl: 'https://board.example/base', secret: 'kbs_canary' }

async function catchApiError(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error(`Not an ApiError: ${String(error)}`)
  return error
}

describe('a request', () => {
  test('sends the secret only in the Authorization header, and only to the base URL', async () => {
    let sentRequest: Request | undefined
    network.use(
      http.all('*', ({ request }) => {
        sentRequest = request.clone()
        return HttpResponse.json({}, { headers: { ETag: '"2"' } })
      }),
    )
    const response = await send(connection, {
      endpoint: 'board',
      query: { projectId: '3 1' },
      workspaceId: '12',
      etag: '"1"',
    })
    expect(sentRequest?.url).toBe('https://board.example/base/v1/board?projectId=3+1')
    expect(sentRequest?.headers.get('Authorization')).toBe('Bearer kbs_canary')
    expect(sentRequest?.headers.get('X-Service-Workspace')).toBe('12')
    expect(sentRequest?.headers.get('If-None-Match')).toBe('"1"')
    expect(sentRequest?.credentials).toBe('omit')
    expect(sentRequest?.redirect).toBe('error')
    expect(response.etag).toBe('"2"')
    expect(response.requestedAt).toBeLessThan(response.acknowledgedAt)
  })
  test('resolves without JSON when the response is 204', async () => {
    network.use(http.delete('*', () => new HttpResponse(null, { status: 204 })))
    const response = await send(connection, { endpoint: 'deleteLabel', params: { labelId: '1' } })
    expect(response.json).toBeUndefined()
  })
})

describe('a load in a worker', () => {
  const inWorker: WorkerFetch = async (url) => ({
    response: {
      ok: true,
      status: 200,
      statusText: '',
      headers: new Headers({ ETag: '"2"' }),
      url: url.href,
    },
    body: { board: aBoard({ a: [1] }), findings: Promise.resolve([]) },
  })

  test('takes the place of the page’s request', async () => {
    const response = await send(connection, { endpoint: 'board', workerFetch: inWorker })
    expect(response).toMatchObject({ status: 200, etag: '"2"', board: aBoard({ a: [1] }) })
  })

  test('gets the request of the page, with a signal', async () => {
    const sent: Parameters<WorkerFetch>[] = []
    const workerFetch: WorkerFetch = (...request) => {
      sent.push(request)
      return inWorker(...request)
    }
    const controller = new AbortController()
    await send(connection, {
      endpoint: 'board',
      etag: '"1"',
      workerFetch,
      signal: controller.signal,
    })
    const [[url, init, secret, signal] = []] = sent
    expect(url?.href).toBe('https://board.example/base/v1/board')
    expect(init?.headers.get('If-None-Match')).toBe('"1"')
    expect(secret).toBe('kbs_canary')
    controller.abort()
    expect(signal?.aborted).toBe(true)
  })

  test('is sent by the page when the worker can’t', async () => {
    network.use(http.get('*', () => HttpResponse.json({ columns: [] })))
    const workerFetch: WorkerFetch = async () => undefined
    const response = await send(connection, { endpoint: 'board', workerFetch })
    expect(response.json).toEqual({ columns: [] })
  })

  test('that fails is an error of the network', async () => {
    const workerFetch = () => Promise.reject(new Error('There is no response.'))
    const error = await catchApiError(send(connection, { endpoint: 'board', workerFetch }))
    expect(error.type).toBe('network')
  })
})

describe('an error', () => {
  test('has the service’s message and the request, but never the secret', async () => {
    network.use(
      http.get('*', () =>
        HttpResponse.json(
          { error: { message: 'no' } },
          { status: 403, headers: { 'X-Request-Id': 'r1' } },
        ),
      ),
    )
    const error = await catchApiError(send(connection, { endpoint: 'me' }))
    expect(error).toMatchObject({ type: 'http', status: 403, serverMessage: 'no', requestId: 'r1' })
    expect(error.trace).toBe('GET /v1/me, status 403, request r1')
    expect(JSON.stringify(error) + error.message + error.trace).not.toContain('canary')
  })
  test('names what a person can check when the network fails [gap G25]', async () => {
    network.use(http.get('*', () => HttpResponse.error()))
    const error = await catchApiError(send(connection, { endpoint: 'me' }))
    expect(error.type).toBe('network')
    expect(failureMessage(error)).toBe(failureMessage(failure('network')))
    expect(error.isTransient).toBe(true)
  })
  test('is unreadable and not transient when a successful response isn’t JSON', async () => {
    network.use(http.get('*', () => HttpResponse.html('<!doctype html>')))
    const error = await catchApiError(send(connection, { endpoint: 'me' }))
    expect(error.type).toBe('unreadable')
    expect(error.isTransient).toBe(false)
  })
  test.each<[string, Omit<Parameters<typeof send>[1], 'endpoint'>]>([
    ['a line break in a header', { workspaceId: '12\n13' }],
    ['a character that headers can’t contain', { workspaceId: '１２' }],
    ['a lone surrogate', { params: { labelId: '\ud800' } }],
    ['a path traversal', { params: { labelId: '..' } }],
    ['an empty id', { params: { labelId: '' } }],
  ])('reports the id, and nothing is sent, when an id can’t be sent (%s)', async (_, outgoing) => {
    let sent = 0
    network.use(
      http.all('*', () => {
        sent += 1
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const error = await catchApiError(
      send(connection, { endpoint: 'patchLabel', params: { labelId: '7' }, ...outgoing }),
    )
    expect(error).toMatchObject({ type: 'not-sent', status: 0, isTransient: false })
    const expected = failure('not-sent', { notSentReason: 'invalid-id' })
    expect(failureMessage(error)).toBe(failureMessage(expected))
    expect(sent).toBe(0)
  })
  test('is the abort reason, not an ApiError, when the caller cancels the request', async () => {
    const controller = new AbortController()
    network.use(
      http.get('*', () => {
        controller.abort(new Error('enough'))
        return HttpResponse.json({})
      }),
    )
    await expect(send(connection, { endpoint: 'me', signal: controller.signal })).rejects.toThrow(
      'enough',
    )
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
])('Retry-After %j is read as %j ms', (header, delayMs) => {
  expect(readRetryAfter(header, Date.parse('2026-01-05T09:00:00Z'))).toBe(delayMs)
})

test('monotonicNow never returns the same time twice', () => {
  const times = Array.from({ length: 1_000 }, monotonicNow)
  expect(times.every((time, index) => index === 0 || time > (times[index - 1] ?? 0))).toBe(true)
})
