import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { LOADING_BOARD } from '#messages/board-messages.ts'
import { lockedMessage, MOVING, unresolvedLabelName } from '#messages/card-messages.ts'
import { CHANGE_NOT_IN_LIST, LIST_NOT_LOADED } from '#messages/label-messages.ts'
import {
  moved,
  NOT_CONFIRMED,
  notMoved,
  notMovedTo,
  rateLimited,
  withRetryTime,
} from '#messages/move-messages.ts'
import { couldNotLoadLabels, LAST_LOADED_VERSION } from '#messages/warning-messages.ts'
import { briefErrorMessage, errorMessage, failureMessage } from '#model/failure-message.ts'
import { failure } from '#test/support/failure.ts'
import {
  announcement,
  cardsIn,
  connect,
  NOT_SPOKEN,
  pageOverService,
  renderApp,
} from '#test/support/page.tsx'
import { labelsOnServer, moveTo, openLabels } from '#test/support/steps.ts'
import { textPattern } from '#test/support/text-pattern.ts'

const { start, network, requests } = pageOverService()

/** An error is visible within this time. One automatic retry may come first. */
const MAX_ERROR_DELAY_MS = 2_400
/** Requests that an error may take until it is visible: one automatic retry may come first. */
const MAX_REQUESTS = 2

/** The same answer, which counts its requests. */
function counted(answer: () => Response) {
  let count = 0
  const handler = () => {
    count += 1
    return answer()
  }
  return { handler, count: () => count }
}

const UNREADABLE = textPattern(failureMessage(failure('unreadable')))
const UNREACHABLE = textPattern(failureMessage(failure('network')))

const truncatedBody = () =>
  new HttpResponse(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"columns":['))
        controller.error(new Error('reset'))
      },
    }),
  )
const slowDown = (retryAfter: string) =>
  HttpResponse.json(
    { message: 'Slow down' },
    { status: 429, headers: { 'Retry-After': retryAfter } },
  )
const slowDownMessage = (retryAfterSeconds: number) =>
  errorMessage(
    failure('http', { serverMessage: 'Slow down', retryAfter: retryAfterSeconds * 1_000 }),
  )
const twoMinutesFromNow = () => new Date(Date.now() + 120_000).toUTCString()

/** Responses that make any load fail, and the error message for each. */
const LOAD_ERRORS: readonly (readonly [name: string, answer: () => Response, words: RegExp])[] = [
  ['a network error', () => HttpResponse.error(), UNREACHABLE],
  ['a connection reset in the body', truncatedBody, UNREACHABLE],
  [
    'a redirect to another host',
    () => HttpResponse.redirect('https://elsewhere.example/v1/board'),
    UNREACHABLE,
  ],
  ['a web page', () => HttpResponse.html('<!doctype html><p>Sign in</p>'), UNREADABLE],
  ['204 without a body', () => new HttpResponse(null, { status: 204 }), UNREADABLE],
  ['an empty body', () => new HttpResponse(''), UNREADABLE],
  ['JSON null', () => HttpResponse.json(null), UNREADABLE],
  ['truncated JSON', () => new HttpResponse('{"columns":[{"stat'), UNREADABLE],
  [
    'fields of the wrong type',
    () => HttpResponse.json({ columns: 5, data: 7, boards: 'all', clientId: 'c' }),
    UNREADABLE,
  ],
  ['missing fields', () => HttpResponse.json({}), UNREADABLE],
  [
    '200 with an error body',
    () => HttpResponse.json({ error: { message: 'Out of order' } }),
    textPattern(failureMessage(failure('unreadable', { serverMessage: 'Out of order' }))),
  ],
  ['404', () => HttpResponse.json({ detail: 'Hidden.' }, { status: 404 }), /Hidden\./],
  ['418', () => HttpResponse.json({ reason: 'A teapot.' }, { status: 418 }), /A teapot\./],
  ['500 with plain text', () => new HttpResponse('Oops', { status: 500 }), /Oops/],
  [
    '502 with a web page',
    () => HttpResponse.html('<html>Bad</html>', { status: 502 }),
    textPattern(failureMessage(failure('http', { isWebPage: true, status: 502 }))),
  ],
  ['503', () => HttpResponse.json({ title: 'Back at noon' }, { status: 503 }), /Back at noon\./],
  [
    '504 without a message',
    () => new HttpResponse(null, { status: 504, statusText: 'Gateway Timeout' }),
    /Gateway Timeout/,
  ],
  ['429 with Retry-After in seconds', () => slowDown('120'), textPattern(slowDownMessage(120))],
  [
    '429 with Retry-After as a date',
    () => slowDown(twoMinutesFromNow()),
    new RegExp(slowDownMessage(120).replace('120', '1[12]\\d')),
  ],
  [
    '429 with an excessive Retry-After',
    () => slowDown('99999999999'),
    textPattern(slowDownMessage(600)),
  ],
  ['429 with an invalid Retry-After', () => slowDown('-5 bananas'), /Slow down/],
]

describe.each(LOAD_ERRORS)('a load that fails with %s', (_, answer, words) => {
  test('shows the error, and Retry loads the board, when it is the first load of the board', async () => {
    const { handler, count } = counted(answer)
    const running = await start(http.get('*/v1/board', handler))
    const { user } = await connect(running.keys.member)
    const errorCard = await screen.findByRole('alert')
    expect(count()).toBeLessThanOrEqual(MAX_REQUESTS)
    expect(errorCard.textContent).toMatch(words)
    expect(errorCard.textContent).toContain('GET /v1/board')
    expect(within(errorCard).getByRole('button', { name: 'Use another key' })).toBeTruthy()
    network.use(http.get('*/v1/board', ({ request }) => running.service.fetch(request)))
    await user.click(within(errorCard).getByRole('button', { name: /Retry/ }))
    await screen.findByRole('article', { name: /^#101/ }, { timeout: MAX_ERROR_DELAY_MS })
  })
})

// The same code handles the errors of every load, so a few examples are enough here.
const EXAMPLES = LOAD_ERRORS.filter(([name]) =>
  /a network error|a web page|error body|503|in seconds/.test(name),
)

describe.each(EXAMPLES)('a load that fails with %s', (_, answer, words) => {
  test('keeps the board visible and shows the error, and Retry clears it, when it is a later load', async () => {
    const running = await start()
    const { user } = await connect(running.keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    network.use(http.get('*/v1/board', answer))
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    const banner = await screen.findByRole('alert', undefined, { timeout: MAX_ERROR_DELAY_MS })
    expect(banner.textContent).toMatch(words)
    expect(banner.textContent).toContain(LAST_LOADED_VERSION)
    expect(screen.getByRole('article', { name: /^#101/ })).toBeTruthy()
    network.use(http.get('*/v1/board', ({ request }) => running.service.fetch(request)))
    await user.click(within(banner).getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull(), {
      timeout: MAX_ERROR_DELAY_MS,
    })
  })

  test('shows the error in the Labels dialog, and Retry loads the labels, when it loads labels', async () => {
    const running = await start(http.get('*/v1/labels', answer))
    const { user } = await connect(running.keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    await user.click(screen.getByRole('button', { name: 'Labels' }))
    const dialog = await screen.findByRole('dialog', { name: 'Labels' })
    const banner = await within(dialog).findByRole('alert')
    expect(banner.textContent).toMatch(words)
    network.use(http.get('*/v1/labels', ({ request }) => running.service.fetch(request)))
    await user.click(within(banner).getByRole('button', { name: 'Retry' }))
    await within(dialog).findByRole('button', { name: 'Edit bug' }, { timeout: MAX_ERROR_DELAY_MS })
  })

  test('shows the error and keeps the input when it checks a key', async () => {
    const { handler, count } = counted(answer)
    const running = await start(http.get('*/v1/me', handler))
    const { user } = await connect(running.keys.member)
    expect(
      (await screen.findByRole('alert', undefined, { timeout: MAX_ERROR_DELAY_MS })).textContent,
    ).toMatch(words)
    expect(count()).toBeLessThanOrEqual(MAX_REQUESTS)
    expect(screen.getByLabelText<HTMLInputElement>('API key').value).toBe(running.keys.member)
    network.use(http.get('*/v1/me', ({ request }) => running.service.fetch(request)))
    await user.click(screen.getByRole('button', { name: 'Connect' }))
    await screen.findByRole('article', { name: /^#101/ })
  })
})

/** Responses that don’t confirm a move, and the text that the card then shows. */
const MOVE_ERRORS: readonly (readonly [name: string, answer: () => Response, words: RegExp])[] = [
  ...[400, 404, 409, 412, 418, 422].map(
    (status) =>
      [
        String(status),
        () => HttpResponse.json({ detail: `No, ${status}.` }, { status }),
        textPattern(notMovedTo('Building', `No, ${status}.`)),
      ] as const,
  ),
  [
    '401',
    () => HttpResponse.json({ detail: 'Retired.' }, { status: 401 }),
    textPattern(notMovedTo('Building', 'Retired.')),
  ],
  [
    '403',
    () => HttpResponse.json({ detail: 'Not you.' }, { status: 403 }),
    textPattern(notMovedTo('Building', 'Not you.')),
  ],
  [
    '429',
    () => slowDown('300'),
    textPattern(notMovedTo('Building', withRetryTime('Slow down.', 300_000))),
  ],
  [
    '429 without a message',
    () => new HttpResponse(null, { status: 429 }),
    textPattern(notMovedTo('Building', rateLimited(undefined))),
  ],
  [
    '200 with an error body',
    () => HttpResponse.json({ errors: [{ message: 'Out of order.' }] }),
    textPattern(notMovedTo('Building', 'Out of order.')),
  ],
  // When the outcome is unknown, the card also shows the cause: without a connection, in short.
  ...LOAD_ERRORS.filter(([name]) => /network|reset|redirect|50\d/.test(name)).map(
    ([name, answer, words]) => {
      const isWithoutResponse = /network|reset|redirect/.test(name)
      const cause = isWithoutResponse ? textPattern(briefErrorMessage(failure('network'))) : words
      const pattern = `${textPattern(NOT_CONFIRMED).source} .*${cause.source}`
      return [name, answer, new RegExp(pattern)] as const
    },
  ),
  ...LOAD_ERRORS.filter(([name]) => /^a web page|204|empty|null|truncated/.test(name)).map(
    ([name, answer]) => [name, answer, textPattern(NOT_CONFIRMED)] as const,
  ),
]

describe.each(MOVE_ERRORS)('a move that fails with %s', (_, answer, words) => {
  test('is never reported as moved, shows the error on the card, and allows the next move', async () => {
    const { handler, count } = counted(answer)
    const running = await start(http.patch('*/v1/cards/:number', handler))
    const { user } = await connect(running.keys.member)
    await moveTo(user, /^Actions for #101/, 'Building')
    const card = () => screen.getByRole('article', { name: /^#101/ })
    const shown = new RegExp(`${textPattern(MOVING).source}|${words.source}`)
    await waitFor(() => expect(card().textContent).toMatch(shown), { timeout: MAX_ERROR_DELAY_MS })
    // A second attempt can come first.
    await waitFor(() => expect(card().textContent).toMatch(words))
    expect(count()).toBeLessThanOrEqual(MAX_REQUESTS)
    expect(announcement()).not.toMatch(new RegExp(moved('.*', '.*', '.*')))
    network.use(http.patch('*/v1/cards/:number', ({ request }) => running.service.fetch(request)))
    await waitFor(() => expect(cardsIn('Queued')).toContain(101), { timeout: 4_000 })
    await moveTo(user, /^Actions for #101/, 'Review')
    await waitFor(() =>
      expect(announcement()).toBe(moved('#101 Rotate signing keys', 'Queued', 'Review')),
    )
    expect(card().textContent).not.toMatch(words)
  })
})

const LABEL_ERRORS = [
  CHANGE_NOT_IN_LIST,
  LIST_NOT_LOADED,
  errorMessage(failure('network')),
  errorMessage(failure('unreadable')),
  errorMessage(failure('http', { isWebPage: true, status: 502 })),
  'Out of order.',
]

test.each(LOAD_ERRORS.filter(([name]) => /network|web page|204|empty|error body/.test(name)))(
  'the label form shows the error and keeps the input when creating a label fails with %s',
  async (_, answer) => {
    const running = await start(http.post('*/v1/labels', answer))
    const { user, dialog } = await openLabels(running.keys.member)
    await user.click(within(dialog).getByRole('button', { name: 'New label' }))
    await user.type(within(dialog).getByLabelText('Name'), 'typed{Enter}')
    const text = (await within(dialog).findByRole('alert')).textContent
    expect(LABEL_ERRORS).toContain(text)
    expect(within(dialog).getByLabelText<HTMLInputElement>('Name').value).toBe('typed')
    network.use(http.post('*/v1/labels', ({ request }) => running.service.fetch(request)))
    await user.click(within(dialog).getByRole('button', { name: 'Create label' }))
    await within(dialog).findByRole('button', { name: 'Edit typed' })
  },
)

test('the label form shows the rate limit instead of "Saving…" when Retry-After is long', async () => {
  const running = await start(http.post('*/v1/labels', () => slowDown('300')))
  const { user, dialog } = await openLabels(running.keys.member)
  await user.click(within(dialog).getByRole('button', { name: 'New label' }))
  await user.type(within(dialog).getByLabelText('Name'), 'typed{Enter}')
  expect((await within(dialog).findByRole('alert')).textContent).toBe(slowDownMessage(300))
  expect(within(dialog).getByLabelText<HTMLInputElement>('Name').value).toBe('typed')
})

describe('a load without a response [gap G20]', () => {
  test('shows a timeout error after 15 s, and Retry loads the board', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    const timeoutsMs: number[] = []
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      timeoutsMs.push(ms)
      // The key is accepted before.
      return timeout(requests.includes('GET /v1/me') ? 150 : ms)
    })
    const running = await start(
      http.get('*/v1/board', () => new Promise<Response>(() => undefined)),
    )
    const { user } = await connect(running.keys.member)
    const errorCard = await screen.findByRole('alert')
    expect(errorCard.textContent).toContain(errorMessage(failure('timeout')))
    expect(new Set(timeoutsMs)).toEqual(new Set([15_000]))
    vi.mocked(AbortSignal.timeout).mockRestore()
    network.use(http.get('*/v1/board', ({ request }) => running.service.fetch(request)))
    await user.click(within(errorCard).getByRole('button', { name: /Retry/ }))
    await screen.findByRole('article', { name: /^#101/ }, { timeout: MAX_ERROR_DELAY_MS })
  })

  test('shows the loading state, and then the board, when the response is slow', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const running = await start(
      http.get('*/v1/board', async () => {
        await released
        return undefined
      }),
    )
    await connect(running.keys.member)
    expect(await screen.findByRole('status', { name: LOADING_BOARD })).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Workspace/ })).toBeTruthy()
    release()
    await screen.findByRole('article', { name: /^#101/ })
  })
})

describe('offline', () => {
  const setOnline = (online: boolean) => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => online })
    window.dispatchEvent(new Event(online ? 'online' : 'offline'))
  }

  test('shows a message at startup, keeps the key, and loads the board after the connection returns', async () => {
    const running = await start()
    const { user, unmount } = await connect(running.keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    unmount()
    network.use(http.all('*/v1/*', () => HttpResponse.error()))
    setOnline(false)
    try {
      renderApp()
      const errorCard = await screen.findByRole('alert', undefined, { timeout: MAX_ERROR_DELAY_MS })
      expect(errorCard.textContent).toContain(errorMessage(failure('offline')))
      setOnline(true)
      network.use(http.all('*/v1/*', ({ request }) => running.service.fetch(request)))
      await user.click(within(errorCard).getByRole('button', { name: /Retry/ }))
      await screen.findByRole('article', { name: /^#101/ }, { timeout: MAX_ERROR_DELAY_MS })
    } finally {
      setOnline(true)
    }
  })
})

test('the board shows an error, and no label as unknown, when the labels can’t be loaded', async () => {
  const running = await start(
    http.get('*/v1/labels', () =>
      HttpResponse.json({ message: 'Label store down' }, { status: 418 }),
    ),
  )
  const { user } = await connect(running.keys.member)
  const card = await screen.findByRole('article', { name: /^#101/ })
  const banner = await screen.findByRole('alert', undefined, { timeout: MAX_ERROR_DELAY_MS })
  expect(banner.textContent).toContain(
    couldNotLoadLabels(errorMessage(failure('http', { serverMessage: 'Label store down' }))),
  )
  expect(card.textContent).toContain(unresolvedLabelName('1202', false))
  expect(card.textContent).not.toContain('unknown')
  network.use(http.get('*/v1/labels', ({ request }) => running.service.fetch(request)))
  await user.click(within(banner).getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(card.textContent).toContain('security'))
  expect(screen.queryByRole('alert')).toBeNull()
})

describe('a secret', () => {
  test('is redacted in key details, refusals, and errors when the service repeats it', async () => {
    const running = await start()
    const { member } = running.keys
    const sightings: string[] = []
    const observer = new MutationObserver(() =>
      sightings.push(document.body.innerHTML.includes(member) ? 'seen' : ''),
    )
    network.use(
      http.get('*/v1/me', async ({ request }) => {
        const json = (await (await running.service.fetch(request)).json()) as object
        return HttpResponse.json({ ...json, answering: { token: `Bearer ${member}` } })
      }),
      http.patch('*/v1/cards/:number', () =>
        HttpResponse.json(
          { message: `Bearer ${member} lacks write` },
          { status: 403, headers: { 'X-Request-Id': member } },
        ),
      ),
    )
    const { user } = await connect(member)
    await screen.findByRole('article', { name: /^#101/ })
    // Observe only from here on, because a person pasted the secret into the field before.
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
      attributes: true,
    })
    await moveTo(user, /^Actions for #101/, 'Building')
    await waitFor(() =>
      expect(announcement()).toBe(
        notMoved('#101 Rotate signing keys', 'Bearer [secret] lacks write.'),
      ),
    )
    await user.click(screen.getByRole('button', { name: /^Workspace/ }))
    await user.click(await screen.findByRole('button', { name: 'Details of Demo member' }))
    await screen.findByText(/"token": "Bearer \[secret\]"/)
    observer.disconnect()
    expect(sightings).not.toContain('seen')
  })
})

describe('a board', () => {
  const task = (id: string, number: number) => ({
    id,
    number,
    title: `T${id}`,
    statusId: 'a',
    labels: [],
  })
  const column = (statusId: string, tasks: unknown[]) => ({
    statusId,
    name: `Stage ${statusId}`,
    kind: 'stage',
    minRole: 'member',
    tasks,
  })

  test('shows and disables both cards when one card is in two columns', async () => {
    const columns = [column('a', [task('1', 1), task('2', 2)]), column('b', [task('1', 1)])]
    const running = await start(http.get('*/v1/board', () => HttpResponse.json({ columns })))
    const { user } = await connect(running.keys.member)
    const cards = await screen.findAllByRole('article', { name: '#1 T1' })
    expect(cards).toHaveLength(2)
    for (const card of cards) {
      expect(card.getAttribute('aria-disabled')).toBe('true')
      expect(card.textContent).toContain(
        lockedMessage({ lockedReason: 'duplicate-number', number: 1 }),
      )
      card.focus()
      await user.keyboard(']')
    }
    expect(requests.filter((request) => request.startsWith('PATCH'))).toEqual([])
  })

  test('shows every column when it has 200', async () => {
    const columns = Array.from({ length: 200 }, (_, index) =>
      column(`s${index}`, [task(`c${index}`, index)]),
    )
    const running = await start(http.get('*/v1/board', () => HttpResponse.json({ columns })))
    await connect(running.keys.member)
    // Other searches would read the whole board again after each change.
    const last = await vi.waitUntil(
      () => document.querySelector<HTMLElement>('[data-status-id="s199"]:has(article)'),
      { timeout: 15_000 },
    )
    within(last).getByRole('article', { name: '#199 Tc199' })
    expect(document.querySelectorAll('section[data-status-id]')).toHaveLength(200)
  })
})

describe('an edit of the labels of many cards', () => {
  const applyToVisible = async (secret: string) => {
    const { user } = await connect(secret)
    await screen.findByRole('article', { name: /^#101/ })
    await user.type(screen.getByRole('searchbox', { name: 'Filter cards' }), 'security')
    await screen.findByText(/^\d+ of 60 cards$/, NOT_SPOKEN)
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Label visible cards…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Label visible cards' })
    await user.click(within(dialog).getByRole('checkbox', { name: /^bug( |$)/ }))
    await user.click(within(dialog).getByRole('button', { name: /^Apply to \d+ cards$/ }))
    return user
  }

  test('waits and retries when a 429 response has no Retry-After', async () => {
    const tooManyRequests = () => new HttpResponse(null, { status: 429 })
    const running = await start(http.patch('*/v1/cards/:number', tooManyRequests, { once: true }))
    await applyToVisible(running.keys.member)
    await screen.findByText(/Resumes in 1 s/)
    await waitFor(() => expect(announcement()).toMatch(/^\d+ changed/), { timeout: 10_000 })
  })

  test('goes on when the service always refuses the change of one card, and reports it', async () => {
    let refusedNumber: string | undefined
    const running = await start(
      http.patch('*/v1/cards/:number', ({ params }) => {
        refusedNumber ??= String(params.number)
        return params.number === refusedNumber
          ? HttpResponse.json({ detail: 'Never.' }, { status: 409 })
          : undefined
      }),
    )
    const before = await labelsOnServer(running)
    const user = await applyToVisible(running.keys.member)
    await waitFor(() => expect(announcement()).toMatch(/^\d+ changed, 1 refused/), {
      timeout: 10_000,
    })
    await user.click(screen.getByRole('button', { name: 'Details' }))
    await screen.findByText(
      (text) => text.startsWith(`#${refusedNumber} `) && /Never\.$/.test(text),
    )
    expect((await labelsOnServer(running))[Number(refusedNumber)]).toEqual(
      before[Number(refusedNumber)],
    )
  })
})
