import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { cardsIn, connect, pageOverService, spoken } from '#test/support/page.tsx'
import { moveTo } from '#test/support/steps.ts'

const { start, requests, network } = pageOverService()

// The waits between looks for a move's effect are seconds long: here they pass eight times as fast.
beforeEach(() => {
  const real = setTimeout
  const hurried = (run: () => void, ms = 0) => real(run, ms >= 2_000 && ms <= 5_000 ? ms / 8 : ms)
  vi.stubGlobal('setTimeout', Object.assign(hurried, real))
  return () => vi.unstubAllGlobals()
})

const patches = () => requests.filter((line) => line.startsWith('PATCH'))
const ASK = /^Actions for #101/

describe('a move', () => {
  test('whose line broke before it arrived is sent once more', async () => {
    const running = await start(http.patch('*/v1/cards/:number', () => HttpResponse.error(), { once: true }))
    const { user } = await connect(running.keys.member)
    await moveTo(user, ASK, 'Building')
    await waitFor(() => expect(spoken()).toBe('#101 Rotate signing keys moved from Queued to Building.'))
    expect(patches()).toHaveLength(1)
  })

  test('that the service takes and never does is said to be without proof [gap G13]', async () => {
    const running = await start(http.patch('*/v1/cards/:number', () => new HttpResponse(null, { status: 202 })))
    const { user } = await connect(running.keys.member)
    await moveTo(user, ASK, 'Building')
    await waitFor(() => expect(cardsIn('Queued')).toContain(101), { timeout: 3_000 })
    const words = '#101 Rotate signing keys: asked for Building, no proof yet. It still stands in Queued.'
    await waitFor(() => expect(spoken()).toBe(words), { timeout: 15_000 })
    const card = screen.getByRole('article', { name: /^#101/ })
    expect(within(card).getByText('Asked for Building, no proof yet.')).toBeTruthy()
  })

  test('that is done long after it was taken is told once, as this page’s own', async () => {
    const running = await start()
    const late: { do?: () => Promise<unknown> } = {}
    network.use(
      http.patch('*/v1/cards/:number', ({ request }) => {
        late.do = () => running.own(request)
        return new HttpResponse(null, { status: 202 })
      }),
    )
    const { user } = await connect(running.keys.member)
    await moveTo(user, ASK, 'Building')
    await waitFor(() => expect(spoken()).toContain('no proof yet'), { timeout: 15_000 })
    await late.do?.()
    const said: string[] = []
    const listen = setInterval(() => said.at(-1) !== spoken() && said.push(spoken()), 5)
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(spoken()).toBe('#101 Rotate signing keys moved from Queued to Building.'))
    await new Promise((resolve) => setTimeout(resolve, 900))
    clearInterval(listen)
    expect(said.filter((text) => text.includes('moved'))).toEqual([
      '#101 Rotate signing keys moved from Queued to Building.',
    ])
    expect(screen.queryByText(/moved on/)).toBeNull()
  })

  test('in an outage is told without proof, and told anew as soon as the board can be read', async () => {
    const running = await start()
    const { user } = await connect(running.keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    network.use(http.all('*/v1/*', () => HttpResponse.error()))
    await moveTo(user, ASK, 'Building')
    const asked = '#101 Rotate signing keys: asked for Building, no proof yet.'
    await waitFor(() => expect(spoken()).toBe(`${asked} The board cannot be read now.`), { timeout: 15_000 })
    const card = () => screen.getByRole('article', { name: /^#101/ })
    expect(card().textContent).toContain('Asked for Building, no proof yet. The board cannot be read now.')
    network.use(http.all('*/v1/*', ({ request }) => running.service.fetch(request)))
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(spoken()).toContain(`${asked} It still stands in Queued.`))
    expect(card().textContent).not.toContain('cannot be read')
    expect(screen.queryByText(/cannot be read now/)).toBeNull()
  })

  test('that is refused while nothing can be read is told at once, as refused', async () => {
    const running = await start()
    const { user } = await connect(running.keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    network.use(http.all('*/v1/*', () => HttpResponse.json({ detail: 'Retired.' }, { status: 401 })))
    await moveTo(user, ASK, 'Building')
    await waitFor(() => expect(spoken()).toBe('#101 Rotate signing keys not moved: Retired.'), { timeout: 1_500 })
    expect(screen.getByRole('article', { name: /^#101/ }).textContent).toContain('Not moved to Building: Retired.')
  })

  test.each([
    [429, { 'Retry-After': '3' }, 'the service takes no more changes for now; try again in 3 s.'],
    [404, {}, 'Not Found.'],
  ])('answered with %s and no words says what the status tells', async (status, headers, words) => {
    const statusText = status === 404 ? 'Not Found' : ''
    const running = await start(
      http.patch('*/v1/cards/:number', () => new HttpResponse(null, { status, statusText, headers })),
    )
    const { user } = await connect(running.keys.member)
    await moveTo(user, ASK, 'Building')
    await waitFor(() => expect(spoken()).toBe(`#101 Rotate signing keys not moved: ${words}`))
  })

  test('that succeeds takes the place of what was said of the card before', async () => {
    const running = await start(
      http.patch('*/v1/cards/:number', () => HttpResponse.json({ error: 'Ask your lead.' }, { status: 403 }), {
        once: true,
      }),
    )
    const { user } = await connect(running.keys.member)
    await moveTo(user, ASK, 'Building')
    const notice = () => screen.getByRole('button', { name: 'Dismiss' }).closest('.notice')?.textContent
    await waitFor(() => expect(notice()).toContain('Ask your lead.'))
    await moveTo(user, ASK, 'Building')
    await waitFor(() => expect(notice()).toContain('#101 Rotate signing keys moved from Queued to Building.'))
  })

  test('that the role does not allow is said in the service’s words', async () => {
    const running = await start(
      http.patch('*/v1/cards/:number', () => HttpResponse.json({ error: 'Ask your lead.' }, { status: 403 })),
    )
    const { user } = await connect(running.keys.member)
    await moveTo(user, ASK, 'Building')
    await waitFor(() => expect(spoken()).toBe('#101 Rotate signing keys not moved: Ask your lead.'))
    expect(cardsIn('Queued')).toContain(101)
  })
})

test('offline, the board stays and a move is not even asked for', async () => {
  const running = await start()
  const { user } = await connect(running.keys.member)
  const card = await screen.findByRole('article', { name: /^#101/ })
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })
  try {
    card.focus()
    await user.keyboard(']')
    await waitFor(() => expect(spoken()).toContain('You are offline'))
    expect(patches()).toEqual([])
    expect(cardsIn('Queued')).toContain(101)
  } finally {
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => true })
  }
})
