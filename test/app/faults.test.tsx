import { render, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { App } from '#app/App.tsx'
import { cardsIn, connect, pageOverService, spoken } from '#test/support/page.tsx'
import { labelsOnServer, moveTo, openLabels } from '#test/support/steps.ts'

const { start, network, requests } = pageOverService()

/** Within this time of its detection a fault can be read, in milliseconds; a second try may come before it is told. */
const SOON = 2_400

const NOT_THE_SERVICE = /does not look like the board service/
const UNREACHABLE = /The board service cannot be reached/

const brokenOff = () =>
  new HttpResponse(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"columns":['))
        controller.error(new Error('reset'))
      },
    }),
  )
const slowDown = (retryAfter: string) =>
  HttpResponse.json({ message: 'Slow down' }, { status: 429, headers: { 'Retry-After': retryAfter } })
const inTwoMinutes = () => new Date(Date.now() + 120_000).toUTCString()

/** Answers that are of no use to any read, and the words that tell of them. */
const FAULTS: readonly (readonly [name: string, answer: () => Response, words: RegExp])[] = [
  ['a broken line', () => HttpResponse.error(), UNREACHABLE],
  ['a reset in mid body', brokenOff, UNREACHABLE],
  ['a redirect to another host', () => HttpResponse.redirect('https://elsewhere.example/v1/board'), UNREACHABLE],
  ['a web page', () => HttpResponse.html('<!doctype html><p>Sign in</p>'), NOT_THE_SERVICE],
  ['204 where a body is due', () => new HttpResponse(null, { status: 204 }), NOT_THE_SERVICE],
  ['an empty body', () => new HttpResponse(''), NOT_THE_SERVICE],
  ['null', () => HttpResponse.json(null), NOT_THE_SERVICE],
  ['JSON that breaks off', () => new HttpResponse('{"columns":[{"stat'), NOT_THE_SERVICE],
  ['a wrong type', () => HttpResponse.json({ columns: 5, data: 7, boards: 'all', clientId: 'c' }), NOT_THE_SERVICE],
  ['missing fields', () => HttpResponse.json({}), NOT_THE_SERVICE],
  ['200 with an error body', () => HttpResponse.json({ error: { message: 'Out of order' } }), /It says: Out of order/],
  ['404', () => HttpResponse.json({ detail: 'Hidden.' }, { status: 404 }), /Hidden\./],
  ['418', () => HttpResponse.json({ reason: 'A teapot.' }, { status: 418 }), /A teapot\./],
  ['500 in plain text', () => new HttpResponse('Oops', { status: 500 }), /Oops/],
  ['502 as a web page', () => HttpResponse.html('<html>Bad</html>', { status: 502 }), NOT_THE_SERVICE],
  ['503', () => HttpResponse.json({ title: 'Back at noon' }, { status: 503 }), /Back at noon\./],
  [
    '504 without words',
    () => new HttpResponse(null, { status: 504, statusText: 'Gateway Timeout' }),
    /Gateway Timeout/,
  ],
  ['429 with seconds', () => slowDown('120'), /Slow down\. It asks to wait 120 s\./],
  ['429 with a date', () => slowDown(inTwoMinutes()), /Slow down\. It asks to wait 1[12]\d s\./],
  ['429 with an absurd wait', () => slowDown('99999999999'), /Slow down\. It asks to wait 600 s\./],
  ['429 with no wait that means anything', () => slowDown('-5 bananas'), /Slow down/],
]

describe.each(FAULTS)('%s', (_, answer, words) => {
  test('at the first read of the board is told, and Retry leads to the board', async () => {
    const running = await start(http.get('*/v1/board', answer))
    const { user } = await connect(running.keys.member)
    const fault = await screen.findByRole('alert')
    expect(fault.textContent).toMatch(words)
    expect(fault.textContent).toContain('GET /v1/board')
    expect(within(fault).getByRole('button', { name: 'Use another key' })).toBeTruthy()
    network.use(http.get('*/v1/board', ({ request }) => running.service.fetch(request)))
    await user.click(within(fault).getByRole('button', { name: /Retry|Trying again/ }))
    await screen.findByRole('article', { name: /^#101/ }, { timeout: SOON })
  })
})

// What tells the faults apart is the same for every read: here a few stand for all.
const EXAMPLES = FAULTS.filter(([name]) => /a broken line|a web page|error body|503|429 with seconds/.test(name))

describe.each(EXAMPLES)('%s', (_, answer, words) => {
  test('at a later read leaves the board in sight, is told soon, and Retry takes it away', async () => {
    const running = await start()
    const { user } = await connect(running.keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    network.use(http.get('*/v1/board', answer))
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    const strip = await screen.findByRole('alert', undefined, { timeout: SOON })
    expect(strip.textContent).toMatch(words)
    expect(strip.textContent).toContain('You see the last one read.')
    expect(screen.getByRole('article', { name: /^#101/ })).toBeTruthy()
    network.use(http.get('*/v1/board', ({ request }) => running.service.fetch(request)))
    await user.click(within(strip).getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull(), { timeout: SOON })
  })

  test('at the read of the labels is told in the manager, and Retry leads to them', async () => {
    const running = await start(http.get('*/v1/labels', answer))
    const { user } = await connect(running.keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    await user.click(screen.getByRole('button', { name: 'Labels' }))
    const dialog = await screen.findByRole('dialog', { name: 'Labels' })
    const strip = await within(dialog).findByRole('alert')
    expect(strip.textContent).toMatch(words)
    network.use(http.get('*/v1/labels', ({ request }) => running.service.fetch(request)))
    await user.click(within(strip).getByRole('button', { name: 'Retry' }))
    await within(dialog).findByRole('button', { name: 'Edit bug' }, { timeout: SOON })
  })

  test('at the check of a key is told, and what was typed stays', async () => {
    const running = await start(http.get('*/v1/me', answer))
    const { user } = await connect(running.keys.member)
    expect((await screen.findByRole('alert', undefined, { timeout: SOON })).textContent).toMatch(words)
    expect(screen.getByLabelText<HTMLInputElement>('API key').value).toBe(running.keys.member)
    network.use(http.get('*/v1/me', ({ request }) => running.service.fetch(request)))
    await user.click(screen.getByRole('button', { name: 'Connect' }))
    await screen.findByRole('article', { name: /^#101/ })
  })
})

/** Answers to a write that the service does not do, and what is soon said on the card that was to move. */
const REFUSALS: readonly (readonly [name: string, answer: () => Response, words: RegExp])[] = [
  ...[400, 404, 409, 412, 418, 422].map(
    (status) =>
      [
        String(status),
        () => HttpResponse.json({ detail: `No, ${status}.` }, { status }),
        new RegExp(`Not moved to Building: No, ${status}\\.`),
      ] as const,
  ),
  ['401', () => HttpResponse.json({ detail: 'Retired.' }, { status: 401 }), /Not moved to Building: Retired\./],
  ['403', () => HttpResponse.json({ detail: 'Not you.' }, { status: 403 }), /Not moved to Building: Not you\./],
  ['429', () => slowDown('300'), /Not moved to Building: Slow down\./],
  ['429 without words', () => new HttpResponse(null, { status: 429 }), /takes no more changes for now/],
  [
    '200 with an error body',
    () => HttpResponse.json({ errors: [{ message: 'Out of order.' }] }),
    /Not moved to Building: Out of order\./,
  ],
  // The cause is told with the doubt.
  ...FAULTS.filter(([name]) => /line|reset|redirect|50\d/.test(name)).map(
    ([name, answer, words]) =>
      [name, answer, new RegExp(`asking…|Asked for Building, no proof yet\\. .*${words.source}`)] as const,
  ),
  ...FAULTS.filter(([name]) => /^a web page|204|empty|null|breaks off/.test(name)).map(
    ([name, answer]) => [name, answer, /asking…|Asked for Building, no proof yet\./] as const,
  ),
]

describe.each(REFUSALS)('%s at a move', (_, answer, words) => {
  test('is never shown as done, is told soon, and the next move works', async () => {
    const running = await start(http.patch('*/v1/cards/:number', answer))
    const { user } = await connect(running.keys.member)
    await moveTo(user, /^Actions for #101/, 'Building')
    const card = () => screen.getByRole('article', { name: /^#101/ })
    await waitFor(() => expect(card().textContent).toMatch(words), { timeout: SOON })
    expect(spoken()).not.toMatch(/moved from/)
    network.use(http.patch('*/v1/cards/:number', ({ request }) => running.service.fetch(request)))
    await waitFor(() => expect(cardsIn('Queued')).toContain(101), { timeout: 4_000 })
    await moveTo(user, /^Actions for #101/, 'Review')
    await waitFor(() => expect(spoken()).toBe('#101 Rotate signing keys moved from Queued to Review.'))
    expect(card().textContent).not.toMatch(words)
  })
})

test.each(FAULTS.filter(([name]) => /line|web page|204|empty|error body/.test(name)))(
  '%s at the making of a label is said in the form, which keeps what was typed',
  async (_, answer) => {
    const running = await start(http.post('*/v1/labels', answer))
    const { user, dialog } = await openLabels(running.keys.member)
    await user.click(within(dialog).getByRole('button', { name: 'New label' }))
    await user.type(within(dialog).getByLabelText('Name'), 'typed{Enter}')
    const words = /no proof yet|cannot be reached|does not look like|^Out of order\.$/
    expect((await within(dialog).findByRole('alert')).textContent).toMatch(words)
    expect(within(dialog).getByLabelText<HTMLInputElement>('Name').value).toBe('typed')
    network.use(http.post('*/v1/labels', ({ request }) => running.service.fetch(request)))
    await user.click(within(dialog).getByRole('button', { name: 'Create label' }))
    await within(dialog).findByRole('button', { name: 'Edit typed' })
  },
)

test('a service that asks a form to wait long is not waited for behind "Saving…"', async () => {
  const running = await start(http.post('*/v1/labels', () => slowDown('300')))
  const { user, dialog } = await openLabels(running.keys.member)
  await user.click(within(dialog).getByRole('button', { name: 'New label' }))
  await user.type(within(dialog).getByLabelText('Name'), 'typed{Enter}')
  expect((await within(dialog).findByRole('alert')).textContent).toBe('Slow down. It asks to wait 300 s.')
  expect(within(dialog).getByLabelText<HTMLInputElement>('Name').value).toBe('typed')
})

describe('a service that hangs [gap G20]', () => {
  test('is given up in time, and Retry asks again', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    const waits: number[] = []
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      waits.push(ms)
      return timeout(150)
    })
    const running = await start(http.get('*/v1/board', () => new Promise<Response>(() => undefined)))
    const { user } = await connect(running.keys.member)
    const fault = await screen.findByRole('alert')
    expect(fault.textContent).toContain('The board service did not answer in time.')
    expect(new Set(waits)).toEqual(new Set([15_000]))
    vi.mocked(AbortSignal.timeout).mockRestore()
    network.use(http.get('*/v1/board', ({ request }) => running.service.fetch(request)))
    await user.click(within(fault).getByRole('button', { name: /Retry|Trying again/ }))
    await screen.findByRole('article', { name: /^#101/ }, { timeout: SOON })
  })

  test('or is slow shows that it is being read, and the board when it comes', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const running = await start(
      http.get('*/v1/board', async () => {
        await held
        return undefined
      }),
    )
    await connect(running.keys.member)
    expect(await screen.findByRole('status', { name: 'Reading the board' })).toBeTruthy()
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

  test('at the start says so, keeps the key, and goes on when the line is back', async () => {
    const running = await start()
    const { user, unmount } = await connect(running.keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    unmount()
    network.use(http.all('*/v1/*', () => HttpResponse.error()))
    setOnline(false)
    try {
      render(<App offeredKey={undefined} />)
      const fault = await screen.findByRole('alert', undefined, { timeout: SOON })
      expect(fault.textContent).toContain('You are offline.')
      setOnline(true)
      network.use(http.all('*/v1/*', ({ request }) => running.service.fetch(request)))
      await user.click(within(fault).getByRole('button', { name: /Retry|Trying again/ }))
      await screen.findByRole('article', { name: /^#101/ }, { timeout: SOON })
    } finally {
      setOnline(true)
    }
  })
})

test('labels that cannot be read are told of on the board, whose cards do not call theirs unknown', async () => {
  const running = await start(
    http.get('*/v1/labels', () => HttpResponse.json({ message: 'Label store down' }, { status: 418 })),
  )
  const { user } = await connect(running.keys.member)
  const card = await screen.findByRole('article', { name: /^#101/ })
  const strip = await screen.findByRole('alert', undefined, { timeout: SOON })
  expect(strip.textContent).toContain('The labels could not be read. Label store down.')
  expect(card.textContent).toContain('label 1202')
  expect(card.textContent).not.toContain('unknown')
  network.use(http.get('*/v1/labels', ({ request }) => running.service.fetch(request)))
  await user.click(within(strip).getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(card.textContent).toContain('security'))
  expect(screen.queryByRole('alert')).toBeNull()
})

describe('a service that repeats the key it was given', () => {
  test('never has it shown: not in the key’s details, nor in a refusal, nor in an error', async () => {
    const running = await start()
    const { member } = running.keys
    const shown: string[] = []
    const watch = new MutationObserver(() => shown.push(document.body.innerHTML.includes(member) ? 'seen' : ''))
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
    // From here on: what was typed into the field is the person’s own.
    watch.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true })
    await moveTo(user, /^Actions for #101/, 'Building')
    await waitFor(() => expect(spoken()).toContain('not moved: Bearer [secret] lacks write.'))
    await user.click(screen.getByRole('button', { name: /^Workspace/ }))
    await user.click(await screen.findByRole('button', { name: 'Details of Demo member' }))
    await screen.findByText(/"token": "Bearer \[secret\]"/)
    watch.disconnect()
    expect(shown).not.toContain('seen')
  })
})

describe('a board', () => {
  const task = (id: string, number: number) => ({ id, number, title: `T${id}`, statusId: 'a', labels: [] })
  const column = (statusId: string, tasks: unknown[]) => ({
    statusId,
    name: `Stage ${statusId}`,
    kind: 'stage',
    minRole: 'member',
    tasks,
  })

  test('with one card in two columns shows both, and changes neither', async () => {
    const columns = [column('a', [task('1', 1), task('2', 2)]), column('b', [task('1', 1)])]
    const running = await start(http.get('*/v1/board', () => HttpResponse.json({ columns })))
    const { user } = await connect(running.keys.member)
    const both = await screen.findAllByRole('article', { name: '#1 T1' })
    expect(both).toHaveLength(2)
    for (const card of both) {
      expect(card.getAttribute('aria-disabled')).toBe('true')
      expect(card.textContent).toContain('Two cards have number 1, so neither can be changed here.')
      card.focus()
      await user.keyboard(']')
    }
    expect(requests.filter((line) => line.startsWith('PATCH'))).toEqual([])
  })

  test('with 200 columns shows them all', async () => {
    const columns = Array.from({ length: 200 }, (_, index) => column(`s${index}`, [task(`c${index}`, index)]))
    const running = await start(http.get('*/v1/board', () => HttpResponse.json({ columns })))
    await connect(running.keys.member)
    await screen.findByRole('article', { name: '#199 Tc199' })
    expect(document.querySelectorAll('section[data-status-id]')).toHaveLength(200)
  }, 40_000)
})

describe('one label on many cards', () => {
  const begin = async (secret: string) => {
    const { user } = await connect(secret)
    await screen.findByRole('article', { name: /^#101/ })
    await user.type(screen.getByRole('searchbox', { name: 'Filter cards' }), 'security')
    await user.click(screen.getByRole('button', { name: 'Filter by label or priority' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Label the shown cards…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Label the shown cards' })
    await user.selectOptions(within(dialog).getByLabelText('Label'), 'bug')
    return { user, dialog, button: within(dialog).getByRole('button', { name: /^Put on \d+ cards$/ }) }
  }

  test('backs off from a service that takes no more and does not say for how long', async () => {
    const full = () => new HttpResponse(null, { status: 429 })
    const running = await start(http.patch('*/v1/cards/:number', full, { once: true }))
    const { user, dialog, button } = await begin(running.keys.member)
    await user.click(button)
    await within(dialog).findByText(/The service asks to wait 1 s\./)
    await waitFor(() => expect(spoken()).toMatch(/^bug put on \d+ cards?\.$/), { timeout: 10_000 })
  })

  test('leaves out a card that always refuses, and says so', async () => {
    let refusing: string | undefined
    const running = await start(
      http.patch('*/v1/cards/:number', ({ params }) => {
        refusing ??= String(params.number)
        return params.number === refusing ? HttpResponse.json({ detail: 'Never.' }, { status: 409 }) : undefined
      }),
    )
    const before = await labelsOnServer(running)
    const { user, dialog, button } = await begin(running.keys.member)
    await user.click(button)
    await within(dialog).findByText(/^Stopped after \d+ of \d+\. #\d+: Never\.$/)
    await user.click(within(dialog).getByRole('button', { name: 'Skip this card' }))
    await waitFor(() => expect(spoken()).toMatch(/^bug put on \d+ cards?\.$/), { timeout: 10_000 })
    expect(within(dialog).getByText(/; 1 left out/)).toBeTruthy()
    expect((await labelsOnServer(running))[Number(refusing)]).toEqual(before[Number(refusing)])
  })
})
