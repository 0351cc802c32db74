import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { movedFrom } from '#messages/diff-messages.ts'
import { OFFLINE_REASON } from '#messages/interaction-messages.ts'
import {
  BOARD_NOT_LOADED,
  moved,
  NOT_CONFIRMED,
  notConfirmed,
  notConfirmedStatus,
  notMoved,
  notMovedStatus,
  notMovedStillIn,
  notMovedTo,
  notSent,
  rateLimited,
  stillIn,
} from '#messages/move-messages.ts'
import { joinSentences } from '#model/sentences.ts'
import {
  announcement,
  cardsIn,
  connect,
  pageOverService,
  recordNews,
  refreshAndListen,
} from '#test/support/page.tsx'
import { moveTo } from '#test/support/steps.ts'

const { start, requests, network } = pageOverService()

// The delays between polls for a move's effect are seconds long. Here they are eight times shorter.
beforeEach(() => {
  const realSetTimeout = setTimeout
  const fasterSetTimeout = (callback: () => void, ms = 0) =>
    realSetTimeout(callback, ms >= 2_000 && ms <= 5_000 ? ms / 8 : ms)
  vi.stubGlobal('setTimeout', Object.assign(fasterSetTimeout, realSetTimeout))
  return () => vi.unstubAllGlobals()
})

const patches = () => requests.filter((line) => line.startsWith('PATCH'))
const CARD_101_ACTIONS = /^Actions for #101/

describe('a move', () => {
  test('is sent again when the connection fails before the request arrives', async () => {
    const running = await start(
      http.patch('*/v1/cards/:number', () => HttpResponse.error(), { once: true }),
    )
    const { user } = await connect(running.keys.member)
    await moveTo(user, CARD_101_ACTIONS, 'Building')
    await waitFor(() =>
      expect(announcement()).toBe(moved('#101 Rotate signing keys', 'Queued', 'Building')),
    )
    expect(patches()).toHaveLength(1)
  })

  test('waits as long as an overloaded service asks for, when that is short', async () => {
    const times: number[] = []
    const running = await start()
    network.use(
      http.patch('*/v1/cards/:number', ({ request }) => {
        times.push(performance.now())
        if (times.length > 1) return running.own(request)
        return new HttpResponse(null, { status: 503, headers: { 'Retry-After': '1' } })
      }),
    )
    const { user } = await connect(running.keys.member)
    await moveTo(user, CARD_101_ACTIONS, 'Building')
    await waitFor(
      () => expect(announcement()).toBe(moved('#101 Rotate signing keys', 'Queued', 'Building')),
      { timeout: 6_000 },
    )
    const [first = 0, second = 0, ...others] = times
    expect(others).toEqual([])
    expect(second - first).toBeGreaterThanOrEqual(990)
  })

  test('is not repeated when an overloaded service asks for a long wait, and the card says so', async () => {
    let count = 0
    const running = await start(
      http.patch('*/v1/cards/:number', () => {
        count += 1
        return HttpResponse.json(
          { detail: 'Busy.' },
          { status: 503, headers: { 'Retry-After': '120' } },
        )
      }),
    )
    const { user } = await connect(running.keys.member)
    await moveTo(user, CARD_101_ACTIONS, 'Building')
    const card = () => screen.getByRole('article', { name: /^#101/ })
    await waitFor(() => expect(card().textContent).toContain('Busy. Retry in 120 s.'))
    expect(count).toBe(1)
  })

  test('without a connection says on the card only that there is none', async () => {
    const running = await start(http.patch('*/v1/cards/:number', () => HttpResponse.error()))
    const { user } = await connect(running.keys.member)
    await moveTo(user, CARD_101_ACTIONS, 'Building')
    const card = () => screen.getByRole('article', { name: /^#101/ })
    await waitFor(() =>
      expect(card().textContent).toContain(notConfirmedStatus('Couldn’t reach the board service.')),
    )
    expect(card().textContent).not.toContain('may be down')
  })

  test('is reported as not confirmed when the service accepts it but never applies it [gap G13]', async () => {
    const running = await start(
      http.patch('*/v1/cards/:number', () => new HttpResponse(null, { status: 202 })),
    )
    const { user } = await connect(running.keys.member)
    await moveTo(user, CARD_101_ACTIONS, 'Building')
    await waitFor(() => expect(cardsIn('Queued')).toContain(101), { timeout: 3_000 })
    const message = joinSentences(
      notConfirmed('#101 Rotate signing keys', 'Queued', 'Building'),
      stillIn('Queued'),
    )
    await waitFor(() => expect(announcement()).toBe(message), { timeout: 15_000 })
    const card = screen.getByRole('article', { name: /^#101/ })
    expect(within(card).getByText(NOT_CONFIRMED)).toBeTruthy()
  })

  test('is announced once, as a local write, when the service applies it long after accepting it', async () => {
    const running = await start()
    const delayedWrite: { apply?: () => Promise<unknown> } = {}
    network.use(
      http.patch('*/v1/cards/:number', ({ request }) => {
        delayedWrite.apply = () => running.own(request)
        return new HttpResponse(null, { status: 202 })
      }),
    )
    const { user } = await connect(running.keys.member)
    await moveTo(user, CARD_101_ACTIONS, 'Building')
    await waitFor(
      () =>
        expect(announcement()).toContain(
          notConfirmed('#101 Rotate signing keys', 'Queued', 'Building'),
        ),
      { timeout: 15_000 },
    )
    await delayedWrite.apply?.()
    const news = recordNews()
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() =>
      expect(announcement()).toBe(moved('#101 Rotate signing keys', 'Queued', 'Building')),
    )
    await refreshAndListen(user)
    expect(news.filter((text) => text.includes('moved'))).toEqual([
      moved('#101 Rotate signing keys', 'Queued', 'Building'),
    ])
    expect(screen.queryByText(new RegExp(movedFrom('.*')))).toBeNull()
  })

  test('is reported as not confirmed during an outage, and updated when the board loads again', async () => {
    const running = await start()
    const { user } = await connect(running.keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    network.use(http.all('*/v1/*', () => HttpResponse.error()))
    await moveTo(user, CARD_101_ACTIONS, 'Building')
    const unconfirmed = notConfirmed('#101 Rotate signing keys', 'Queued', 'Building')
    await waitFor(() => expect(announcement()).toBe(joinSentences(unconfirmed, BOARD_NOT_LOADED)), {
      timeout: 15_000,
    })
    const card = () => screen.getByRole('article', { name: /^#101/ })
    expect(card().textContent).toContain(notConfirmedStatus(BOARD_NOT_LOADED))
    network.use(http.all('*/v1/*', ({ request }) => running.service.fetch(request)))
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() =>
      expect(announcement()).toBe(notMovedStillIn('#101 Rotate signing keys', 'Queued')),
    )
    expect(card().textContent).toContain(notMovedStatus('Queued'))
    expect(card().textContent).not.toContain(NOT_CONFIRMED)
    expect(screen.queryByText(new RegExp(BOARD_NOT_LOADED))).toBeNull()
    const toasts = screen.getByRole('region', { name: 'Notifications' })
    await user.click(within(toasts).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(cardsIn('Building')).toContain(101), { timeout: 15_000 })
    await waitFor(() => expect(card().textContent).not.toContain(notMovedStatus('Queued')))
  })

  test('is reported as refused immediately when nothing can be loaded', async () => {
    const running = await start()
    const { user } = await connect(running.keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    network.use(
      http.all('*/v1/*', () => HttpResponse.json({ detail: 'Retired.' }, { status: 401 })),
    )
    await moveTo(user, CARD_101_ACTIONS, 'Building')
    const startedAt = performance.now()
    await waitFor(() =>
      expect(announcement()).toBe(notMoved('#101 Rotate signing keys', 'Retired.')),
    )
    expect(performance.now() - startedAt).toBeLessThan(1_500)
    expect(screen.getByRole('article', { name: /^#101/ }).textContent).toContain(
      notMovedTo('Building', 'Retired.'),
    )
  })

  test.each([
    [429, { 'Retry-After': '3' }, rateLimited(3_000)],
    [404, {}, 'Not Found.'],
  ])(
    'shows a message for the status when the response is %s with an empty body',
    async (status, headers, message) => {
      const statusText = status === 404 ? 'Not Found' : ''
      const running = await start(
        http.patch(
          '*/v1/cards/:number',
          () => new HttpResponse(null, { status, statusText, headers }),
        ),
      )
      const { user } = await connect(running.keys.member)
      await moveTo(user, CARD_101_ACTIONS, 'Building')
      await waitFor(() =>
        expect(announcement()).toBe(notMoved('#101 Rotate signing keys', message)),
      )
    },
  )

  test('replaces the earlier notification about the card when it succeeds', async () => {
    const running = await start(
      http.patch(
        '*/v1/cards/:number',
        () => HttpResponse.json({ error: 'Ask your lead.' }, { status: 403 }),
        {
          once: true,
        },
      ),
    )
    const { user } = await connect(running.keys.member)
    await moveTo(user, CARD_101_ACTIONS, 'Building')
    const toastText = () =>
      screen.getByRole('button', { name: 'Dismiss' }).closest('[data-toast]')?.textContent
    await waitFor(() => expect(toastText()).toContain('Ask your lead.'))
    await moveTo(user, CARD_101_ACTIONS, 'Building')
    await waitFor(() =>
      expect(toastText()).toContain(moved('#101 Rotate signing keys', 'Queued', 'Building')),
    )
  })

  test('shows the service’s message unchanged when the role does not allow it', async () => {
    const running = await start(
      http.patch('*/v1/cards/:number', () =>
        HttpResponse.json({ error: 'Ask your lead.' }, { status: 403 }),
      ),
    )
    const { user } = await connect(running.keys.member)
    await moveTo(user, CARD_101_ACTIONS, 'Building')
    await waitFor(() =>
      expect(announcement()).toBe(notMoved('#101 Rotate signing keys', 'Ask your lead.')),
    )
    expect(cardsIn('Queued')).toContain(101)
  })
})

test('a move is not sent and the board stays visible when the browser is offline', async () => {
  const running = await start()
  const { user } = await connect(running.keys.member)
  const card = await screen.findByRole('article', { name: /^#101/ })
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })
  try {
    card.focus()
    await user.keyboard(']')
    await waitFor(() =>
      expect(announcement()).toBe(notSent('#101 Rotate signing keys', 'Building', OFFLINE_REASON)),
    )
    expect(patches()).toEqual([])
    expect(cardsIn('Queued')).toContain(101)
  } finally {
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => true })
  }
})
