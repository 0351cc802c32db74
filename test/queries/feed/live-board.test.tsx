import { screen, waitFor } from '@testing-library/react'
import { type HttpHandler, http } from 'msw'
import { expect, test } from 'vitest'
import { cardsIn, connect, type PageService, pageOverService } from '#test/support/page.tsx'
import { patchAsOther } from '#test/support/steps.ts'

const { start, requests } = pageOverService()

/** Answers loads that may wait, and forwards everything else. */
function waitingService(answer: (request: Request) => Promise<Response>) {
  const preferences: string[] = []
  const handler: HttpHandler = http.get('*/v1/board', ({ request }) => {
    const preference = request.headers.get('Prefer')
    if (preference === null) return
    preferences.push(preference)
    return answer(request)
  })
  return { preferences, handler }
}

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const applied = (request: Request) => ({
  'Preference-Applied': request.headers.get('Prefer') ?? '',
})

const unchanged = (request: Request, headers = {}) =>
  new Response(null, {
    status: 304,
    headers: { ETag: request.headers.get('If-None-Match') ?? '', ...headers },
  })

async function columnIds({ own, keys }: PageService): Promise<Record<string, string>> {
  const headers = { Authorization: `Bearer ${keys.maintainer}`, 'X-Service-Workspace': '12' }
  const response = await own(new Request('http://board.test/v1/board', { headers }))
  const { columns } = await response.json()
  const entries = columns.map((column: { name: string; statusId: string }) => [
    column.name,
    column.statusId,
  ])
  return Object.fromEntries(entries)
}

test('a change by another person is on the screen without a poll, and the header shows that the board is live [gap G27]', async () => {
  let change: () => void = () => undefined
  const changed = new Promise<void>((resolve) => {
    change = resolve
  })
  let running: PageService | undefined
  const { preferences, handler } = waitingService(async (request) => {
    if (request.headers.get('Prefer') === 'wait=1') {
      await delay(950)
      return unchanged(request, applied(request))
    }
    await changed
    const response = (await running?.own(request)) ?? Response.error()
    return new Response(response.body, {
      status: response.status,
      headers: { ...Object.fromEntries(response.headers), ...applied(request) },
    })
  })
  running = await start(handler)
  await connect(running.keys.viewer)
  await screen.findByText('live', undefined, { timeout: 15_000 })
  await waitFor(() => expect(preferences.slice(0, 2)).toEqual(['wait=1', 'wait=25']))
  const before = cardsIn('Building')
  const [number = 0] = cardsIn('Queued')
  const { Building = '' } = await columnIds(running)
  expect(await patchAsOther(running, number, { statusId: Building })).toBe(200)
  change()
  await waitFor(() => expect(cardsIn('Building')).toEqual([...before, number]))
})

test('an answer without a change renders nothing, and its time is shown when the service is lost [gap G27]', async () => {
  let isLost = false
  const { preferences, handler } = waitingService(async (request) => {
    await delay(1_000)
    return unchanged(request, applied(request))
  })
  const lost = http.get('*/v1/board', () => (isLost ? Response.error() : undefined))
  const { keys } = await start(lost, handler)
  const { queryClient } = await connect(keys.viewer)
  await screen.findByText('live', undefined, { timeout: 15_000 })
  const updates: string[] = []
  const unsubscribe = queryClient
    .getQueryCache()
    .subscribe(({ type, query }) => type === 'updated' && updates.push(query.queryHash))
  const seen = preferences.length
  await waitFor(() => expect(preferences.length).toBeGreaterThanOrEqual(seen + 3), {
    timeout: 8_000,
  })
  const answeredAt = Date.now()
  expect(updates).toEqual([])
  unsubscribe()
  isLost = true
  const shown = await screen.findByText(/^as of \d/, undefined, { timeout: 8_000 })
  const [hours = 0, minutes = 0, seconds = 0] = (shown.textContent?.match(/\d+/g) ?? []).map(Number)
  // Not before the last answer, up to the parts of a second that the text leaves out.
  expect(new Date(answeredAt).setHours(hours, minutes, seconds + 1)).toBeGreaterThan(
    answeredAt - 1_500,
  )
})

test('the board is live again after another load, and not when there is no place to wait [gap G27]', async () => {
  let isFree = true
  const locks = {
    request: (_: string, __: object, task: (lock: object | null) => unknown) =>
      task(isFree ? {} : null),
  }
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  try {
    const { handler } = waitingService(async (request) => {
      await delay(1_000)
      return unchanged(request, applied(request))
    })
    const { keys } = await start(handler)
    const { user, queryClient } = await connect(keys.viewer)
    await screen.findByText('live', undefined, { timeout: 15_000 })
    const isKnownLive = () =>
      queryClient
        .getQueriesData<{ isLive: boolean }>({ queryKey: ['board'] })
        .map(([, data]) => data?.isLive)
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(isKnownLive()).toEqual([false]))
    await waitFor(() => expect(isKnownLive()).toEqual([true]), { timeout: 5_000 })
    screen.getByText('live')
    isFree = false
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(isKnownLive()).toEqual([false]))
    await delay(500)
    expect(screen.queryByText('live')).toBeNull()
  } finally {
    Reflect.deleteProperty(navigator, 'locks')
  }
})

test('a service that answers three times too soon is polled as usual [gap G27]', async () => {
  const { preferences, handler } = waitingService(async (request) =>
    unchanged(request, applied(request)),
  )
  const { keys } = await start(handler)
  await connect(keys.viewer)
  await waitFor(() => expect(preferences).toHaveLength(3), { timeout: 15_000 })
  await delay(1_500)
  expect(preferences).toHaveLength(3)
  expect(screen.queryByText('live')).toBeNull()
  screen.getByText(/^as of \d/)
})

test('a service that doesn’t wait gets one such load, and is polled as usual [gap G27]', async () => {
  const { preferences, handler } = waitingService(async (request) => unchanged(request))
  const { keys } = await start(handler)
  const { user } = await connect(keys.viewer)
  await waitFor(() => expect(preferences).toEqual(['wait=1']), { timeout: 15_000 })
  await delay(1_500)
  expect(preferences).toEqual(['wait=1'])
  // Nor after another load.
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await delay(1_500)
  expect(preferences).toEqual(['wait=1'])
  expect(screen.queryByText('live')).toBeNull()
})

test('a hidden page doesn’t wait, and loads at once when it is seen again [gap G27]', async () => {
  const { preferences, handler } = waitingService(async (request) => {
    await delay(950)
    return unchanged(request, applied(request))
  })
  const { keys } = await start(handler)
  await connect(keys.viewer)
  await screen.findByText('live', undefined, { timeout: 15_000 })
  const setVisibility = (state: DocumentVisibilityState) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
    window.dispatchEvent(new Event('visibilitychange'))
    document.dispatchEvent(new Event('visibilitychange'))
  }
  setVisibility('hidden')
  const seen = preferences.length
  await delay(1_500)
  expect(preferences.length - seen).toBeLessThanOrEqual(1)
  const hidden = preferences.length
  const loads = () => requests.filter((request) => request.startsWith('GET /v1/board')).length
  const loadsBefore = loads()
  setVisibility('visible')
  await waitFor(() => expect(loads()).toBe(loadsBefore + 1))
  await waitFor(() => expect(preferences.length).toBeGreaterThan(hidden), { timeout: 3_000 })
})

test('a service that fails when it has to wait gets such loads less and less often [gap G27]', async () => {
  const { preferences, handler } = waitingService(async () => new Response('no', { status: 500 }))
  const { keys } = await start(handler)
  await connect(keys.viewer)
  await waitFor(() => expect(preferences).toHaveLength(1), { timeout: 15_000 })
  await delay(4_000)
  expect(preferences.length).toBeLessThanOrEqual(3)
})
