import { act, fireEvent, screen } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { matchEndpoint } from '#contract/endpoints.ts'
import { addKey } from '#state/keys/add-key.ts'
import { removeKey } from '#state/keys/change-keys.ts'
import { useKeysStore } from '#state/keys/keys-store.ts'
import { BOARD, ERROR, LABELS, ME, mutatedResponse } from '#test/support/mutated-response.ts'
import { renderApp, setupUser, type User } from '#test/support/page.tsx'
import { searchProperty } from '#test/support/search.ts'
import { resetStores } from '#test/support/stores.ts'
import { crashMessage } from '#ui/crash-message.ts'

/** In each round, the app loads three keys, the board, and its labels again. */
const LOAD_ROUNDS = 70
const WRITE_ROUNDS = 200

/** What the fake service returns for each kind of request. */
interface MockResponses {
  me: MockResponse
  board: MockResponse
  labels: MockResponse
  write: MockResponse
}

interface MockResponse {
  status: number
  json: unknown
}

const ok = (json: unknown): MockResponse => ({ status: 200, json })
const responses: MockResponses = { me: ok(ME), board: ok(BOARD), labels: ok(LABELS), write: ok({}) }
/** Number of responses sent with mutated data. */
let mutatedCount = 0

function responseTo(name: string | undefined): MockResponse {
  if (name === 'me') return responses.me
  if (name === 'board') return responses.board
  return name === 'listLabels' ? responses.labels : responses.write
}

function respond(url: URL, method: string): Response {
  const name = matchEndpoint(method, url.pathname)?.name
  const { status, json } = responseTo(name)
  if (json !== ME && json !== BOARD && json !== LABELS) mutatedCount += 1
  const text = JSON.stringify(json)
  return new Response(status === 204 ? null : text, {
    status,
    headers: { 'Content-Type': 'application/json' },
  })
}

// Mostly 200, because it runs the most code. No 5xx, because the app retries those after a delay.
const status = fc.oneof(
  { weight: 12, arbitrary: fc.constant(200) },
  fc.constantFrom(204, 400, 401, 403, 404, 409, 422),
)
const mutatedAnswer = (json: unknown): fc.Arbitrary<MockResponse> =>
  status.chain((code) =>
    mutatedResponse(code < 300 ? json : ERROR).map((body) => ({ status: code, json: body })),
  )

async function flush(): Promise<void> {
  await act(async () => {
    for (let tick = 0; tick < 8; tick += 1) await new Promise((resolve) => setImmediate(resolve))
  })
}

function expectContent(): void {
  const text = document.body.textContent ?? ''
  expect(text.length, 'the page has content').toBeGreaterThan(20)
  expect(text).not.toContain(crashMessage('', undefined, true).text)
}

async function openBoard(): Promise<void> {
  vi.stubGlobal('fetch', async (url: URL, init: RequestInit) => respond(url, init.method ?? 'GET'))
  for (const name of ['CI', 'Second', 'Third']) {
    await addKey({ id: name, clientId: name, name, secret: `kbs_fuzz_${name}`, remember: false })
  }
  window.history.replaceState(null, '', '/?w=12')
  renderApp()
  await screen.findByRole('article', { name: /^#101/ })
}

async function restoreResponses(): Promise<void> {
  Object.assign(responses, { me: ok(ME), board: ok(BOARD), labels: ok(LABELS), write: ok({}) })
  for (let round = 0; round < 3; round += 1) {
    fireEvent(window, new Event('visibilitychange'))
    await flush()
  }
}

afterEach(async () => {
  for (const key of useKeysStore.getState().keys) await removeKey(key.id)
  resetStores()
  vi.unstubAllGlobals()
})

const loads = fc.record({
  me: mutatedAnswer(ME),
  board: mutatedAnswer(BOARD),
  labels: mutatedAnswer(LABELS),
})

const VIEWS: readonly (readonly [name: string, openView: (user: User) => Promise<void>])[] = [
  ['the board', async () => undefined],
  ['a card', (user) => user.click(screen.getByRole('article', { name: /^#101/ }))],
  ['the label manager', (user) => user.click(screen.getByRole('button', { name: 'Labels' }))],
  [
    'the workspace picker',
    (user) => user.click(screen.getByRole('button', { name: /^Workspace/ })),
  ],
  [
    'the key details',
    async (user) => {
      await user.click(screen.getByRole('button', { name: /^Workspace/ }))
      await user.click(await screen.findByRole('button', { name: 'Details of CI' }))
    },
  ],
  ['the move menu', (user) => user.keyboard('{ArrowDown}m')],
]

test.each(VIEWS)('%s stays rendered when loads return mutated data', async (_, openView) => {
  await openBoard()
  await openView(setupUser())
  await flush()
  const before = mutatedCount
  let round = 0
  await searchProperty(
    fc.asyncProperty(loads, async (nextResponses) => {
      Object.assign(responses, nextResponses)
      round += 1
      // A key without access to boards shows another screen, so only one round in eight can have
      // one.
      if (round % 8)
        responses.me = ok({
          ...(nextResponses.me.json as object),
          clientId: 'c',
          boards: ME.boards,
        })
      fireEvent(window, new Event('visibilitychange'))
      await flush()
      expectContent()
    }),
    { rounds: LOAD_ROUNDS },
  )
  expect(mutatedCount - before).toBeGreaterThan(round * 2)
  await restoreResponses()
  await screen.findByRole('article', { name: /^#101/ })
})

test('the board stays rendered when writes return mutated data', async () => {
  await openBoard()
  const writes = fc.record({
    write: mutatedAnswer({ result: ERROR, ...LABELS[0] }),
    board: mutatedAnswer(BOARD),
  })
  await searchProperty(
    fc.asyncProperty(writes, async (nextResponses) => {
      Object.assign(responses, nextResponses)
      const card = document.querySelector<HTMLElement>('article[data-card-number]')
      if (card) {
        act(() => card.focus())
        fireEvent.keyDown(card, { key: ']' })
        fireEvent.keyDown(card, { key: '[' })
      } else await restoreResponses()
      await flush()
      expectContent()
    }),
    { rounds: WRITE_ROUNDS },
  )
  await restoreResponses()
  await screen.findByRole('article', { name: /^#101/ })
})
