import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { App } from '#app/App.tsx'
import { matchEndpoint } from '#contract/endpoints.ts'
import { addKey, removeKey, useKeysStore } from '#state/keys-store.ts'
import { BOARD, ERROR, LABELS, ME, mutated } from '#test/support/mutated.ts'

/** Rounds in which three keys, the board and its labels are each read anew. */
const ROUNDS = 4_200
/** Writes beside them. */
const WRITES = 2_000

/** What the service says next. */
interface Wire {
  me: Said
  board: Said
  labels: Said
  write: Said
}

interface Said {
  status: number
  json: unknown
}

const ok = (json: unknown): Said => ({ status: 200, json })
const wire: Wire = { me: ok(ME), board: ok(BOARD), labels: ok(LABELS), write: ok({}) }
/** How many answers went out that no service would give. */
let answers = 0

function answer(url: URL, method: string): Response {
  const name = matchEndpoint(method, url.pathname)?.name
  const { status, json } =
    name === 'me' ? wire.me : name === 'board' ? wire.board : name === 'listLabels' ? wire.labels : wire.write
  if (json !== ME && json !== BOARD && json !== LABELS) answers += 1
  const text = JSON.stringify(json)
  return new Response(status === 204 ? null : text, { status, headers: { 'Content-Type': 'application/json' } })
}

// Mostly successes, because they go the longest way; no 5xx, which is asked for again after a wait.
const status = fc.oneof({ weight: 12, arbitrary: fc.constant(200) }, fc.constantFrom(204, 400, 401, 403, 404, 409, 422))
const said = (json: unknown): fc.Arbitrary<Said> =>
  status.chain((code) => mutated(code < 300 ? json : ERROR).map((body) => ({ status: code, json: body })))

/** Lets everything happen that is due now. */
async function settle(): Promise<void> {
  await act(async () => {
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  })
}

function expectAlive(): void {
  const text = document.body.textContent ?? ''
  expect(text.length, 'something is on the screen').toBeGreaterThan(20)
  expect(text).not.toMatch(/This part of the app met a fault of its own/)
}

async function open(): Promise<void> {
  vi.stubGlobal('fetch', async (url: URL, init: RequestInit) => answer(url, init.method ?? 'GET'))
  for (const name of ['CI', 'Second', 'Third']) {
    await addKey({ id: name, clientId: name, name, secret: `kbs_fuzz_${name}`, remember: false })
  }
  window.history.replaceState(null, '', '/?w=12')
  render(<App offeredKey={undefined} />)
  await screen.findByRole('article', { name: /^#101/ })
}

async function heal(): Promise<void> {
  Object.assign(wire, { me: ok(ME), board: ok(BOARD), labels: ok(LABELS), write: ok({}) })
  for (let round = 0; round < 3; round += 1) {
    fireEvent(window, new Event('visibilitychange'))
    await settle()
  }
}

afterAll(() => expect(answers).toBeGreaterThanOrEqual(20_000))

afterEach(async () => {
  for (const key of useKeysStore.getState().keys) await removeKey(key.id)
  vi.unstubAllGlobals()
})

const reads = fc.record({ me: said(ME), board: said(BOARD), labels: said(LABELS) })

const VIEWS: readonly (readonly [name: string, open: (user: ReturnType<typeof userEvent.setup>) => Promise<void>])[] = [
  ['the board', async () => undefined],
  ['a card', (user) => user.click(screen.getByRole('article', { name: /^#101/ }))],
  ['the label manager', (user) => user.click(screen.getByRole('button', { name: 'Labels' }))],
  ['the list of boards', (user) => user.click(screen.getByRole('button', { name: /^Workspace/ }))],
  [
    'the key’s details',
    async (user) => {
      await user.click(screen.getByRole('button', { name: /^Workspace/ }))
      await user.click(await screen.findByRole('button', { name: 'Details of CI' }))
    },
  ],
  ['the move menu', (user) => user.keyboard('{ArrowDown}m')],
]

test.each(VIEWS)(
  'no read makes %s a white page',
  async (_, view) => {
    await open()
    await view(userEvent.setup())
    await settle()
    const before = answers
    // A whole number: fast-check never comes to the end of any other.
    const numRuns = Math.ceil(ROUNDS / VIEWS.length)
    let round = 0
    await fc.assert(
      fc.asyncProperty(reads, async (next) => {
        Object.assign(wire, next)
        round += 1
        // A key that reaches nothing any more shows another screen, so that is one round in eight.
        if (round % 8) wire.me = ok({ ...(next.me.json as object), clientId: 'c', boards: ME.boards })
        fireEvent(window, new Event('visibilitychange'))
        await settle()
        expectAlive()
      }),
      { numRuns, endOnFailure: true },
    )
    expect(answers - before).toBeGreaterThan(numRuns * 2)
    await heal()
    await screen.findByRole('article', { name: /^#101/ })
  },
  180_000,
)

test('no answer to a write makes a white page', async () => {
  await open()
  const done = fc.record({ write: said({ result: ERROR, ...LABELS[0] }), board: said(BOARD) })
  await fc.assert(
    fc.asyncProperty(done, async (next) => {
      Object.assign(wire, next)
      const card = document.querySelector<HTMLElement>('article[data-card-number]')
      if (card) {
        act(() => card.focus())
        fireEvent.keyDown(card, { key: ']' })
        fireEvent.keyDown(card, { key: '[' })
      } else await heal()
      await settle()
      expectAlive()
    }),
    { numRuns: WRITES, endOnFailure: true },
  )
  await heal()
  await screen.findByRole('article', { name: /^#101/ })
}, 180_000)
