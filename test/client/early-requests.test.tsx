import { delay, HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { boardRequest, ME_REQUEST } from '#client/build-request.ts'
import { startEarlyRequest } from '#client/early-requests.ts'
import { monotonicNow } from '#client/monotonic-now.ts'
import { send } from '#client/send.ts'

const network = setupServer()
beforeAll(() => network.listen({ onUnhandledRequest: 'error' }))
afterEach(() => network.resetHandlers())
afterAll(() => network.close())

const target = { baseUrl: 'https://board.example', secret: 'kbs_canary' }

/** Answers every request, and returns the list of their paths with what tells them apart. */
function answerAll(): string[] {
  const requests: string[] = []
  network.use(
    http.all('*', ({ request }) => {
      const { pathname, search } = new URL(request.url)
      const workspaceId = request.headers.get('X-Service-Workspace') ?? ''
      requests.push(`${pathname}${search} ${workspaceId} ${request.headers.get('Authorization')}`)
      return HttpResponse.json({ number: requests.length })
    }),
  )
  return requests
}

test('a load that was started early is sent once, and counts from its start', async () => {
  const requests = answerAll()
  startEarlyRequest(target, ME_REQUEST)
  startEarlyRequest(target, ME_REQUEST)
  const startedBefore = monotonicNow()
  const first = await send(target, ME_REQUEST)
  expect(first.requestedAt).toBeLessThan(startedBefore)
  expect(requests).toHaveLength(1)
  expect((await send(target, ME_REQUEST)).json).toEqual({ number: 2 })
})

test('only the same board, project, key, and version takes it', async () => {
  const requests = answerAll()
  startEarlyRequest(target, boardRequest('12', '42'))
  await send(target, boardRequest('12', undefined))
  await send(target, boardRequest('13', '42'))
  await send({ ...target, secret: 'kbs_other' }, boardRequest('12', '42'))
  await send(target, { ...boardRequest('12', '42'), etag: '"1"' })
  expect(requests).toHaveLength(5)
  await send(target, boardRequest('12', '42'))
  expect(requests).toHaveLength(5)
})

test('a load that is canceled does not wait for the early one', async () => {
  network.use(http.all('*', () => delay('infinite')))
  startEarlyRequest(target, ME_REQUEST)
  const controller = new AbortController()
  const load = send(target, { ...ME_REQUEST, signal: controller.signal })
  controller.abort()
  await expect(load).rejects.toThrow(controller.signal.reason)
})

test('a wrong guess is given up after a while', async () => {
  const requests = answerAll()
  startEarlyRequest(target, boardRequest('99', undefined))
  await new Promise((resolve) => setTimeout(resolve, 10_000))
  expect(requests).toHaveLength(1)
  await send(target, boardRequest('99', undefined))
  expect(requests).toHaveLength(2)
})

test('an id that a header can’t contain starts nothing, and doesn’t stop the page', async () => {
  const requests = answerAll()
  expect(() => startEarlyRequest(target, boardRequest('1\n2', undefined))).not.toThrow()
  await expect(send(target, boardRequest('1\n2', undefined))).rejects.toThrow()
  expect(requests).toEqual([])
})
