import fc from 'fast-check'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Board, readBoard } from '#contract/board.ts'
import { findCard } from '#model/board-view.ts'
import { addKey } from '#state/keys-store.ts'
import { createSmallService } from '#test/support/small-service.ts'
import { type MoveEngine, overlayEngine, snapshotEngine } from './move-engines.ts'

/** How many schedules are tried: `npm run test:soak` asks for more. */
const SCHEDULES = Number(process.env.SCHEDULES ?? 10_000)

type Fate = 'answered' | 'lost on the way' | 'answer lost' | 'busy'

type Step =
  | { do: 'move'; card: string; to: string }
  | { do: 'move elsewhere'; card: string; to: string }
  | { do: 'poll' }

const card = fc.constantFrom('1', '2', '3')
const column = fc.constantFrom('1', '2', '3')
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('move' as const), card, to: column }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('move elsewhere' as const), card, to: column }) },
  { weight: 2, arbitrary: fc.constant({ do: 'poll' as const }) },
)
const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 8, arbitrary: fc.constant('answered' as const) },
  { weight: 1, arbitrary: fc.constantFrom<Fate[]>('lost on the way', 'answer lost', 'busy') },
)

let small: Awaited<ReturnType<typeof createSmallService>>
let onRequest: (request: Request) => Promise<Response> = () => Promise.resolve(HttpResponse.error())
const network = setupServer(http.all('*/v1/*', ({ request }) => onRequest(request)))

beforeAll(async () => {
  network.listen({ onUnhandledRequest: 'error' })
  small = await createSmallService()
})
afterAll(async () => {
  network.close()
  await small.close()
})

function direct(method: string, path: string, body?: unknown): Promise<Response> {
  const headers = { Authorization: `Bearer ${small.secret}`, 'Content-Type': 'application/json' }
  return Promise.resolve(
    small.service.fetch(
      new Request(`http://x${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }),
    ),
  )
}

async function serverBoard(): Promise<Board> {
  return readBoard(await (await direct('GET', '/v1/board')).json()) ?? { columns: [], unreadable: 0, incomplete: false }
}

const places = (board: Board) => board.columns.map((one) => one.cards.map((each) => each.id))

/** Each card in exactly one column, and each card whose newest move is under way where that move wants it. */
function checkFrame(engine: MoveEngine, movedElsewhere: ReadonlySet<string>): void {
  const board = engine.view()
  expect(places(board).flat().sort()).toEqual(['1', '2', '3'])
  for (const id of ['1', '2', '3']) {
    const newest = engine.newest(id)
    if (!newest || newest.status === 'error' || movedElsewhere.has(id)) continue
    const shown = findCard(board, id)?.column.key
    if (shown !== newest.to)
      throw new Error(`#${id} is shown in ${shown}; its newest move, ${newest.status}, wants ${newest.to}`)
  }
}

function property(makeEngine: () => Promise<MoveEngine>) {
  const steps = fc.array(step, { minLength: 2, maxLength: 6 })
  const fates = fc.array(fate, { minLength: 12, maxLength: 12 })
  const refused = fc.constantFrom(null, 1, 2)
  return fc.asyncProperty(fc.scheduler(), steps, fates, refused, async (scheduler, plan, luck, refusedCard) => {
    await small.reset(refusedCard)
    const engine = await makeEngine()
    onRequest = async (request) => small.service.fetch(request)
    await engine.read()
    const movedElsewhere = new Set<string>()
    const fatesLeft = [...luck]
    const broken: unknown[] = []
    onRequest = async (request) => {
      const fateNow = fatesLeft.shift() ?? 'answered'
      await scheduler.schedule(Promise.resolve(), 'request arrives')
      if (fateNow === 'lost on the way') return HttpResponse.error()
      if (fateNow === 'busy') return HttpResponse.json({ detail: 'busy' }, { status: 503 })
      const response = await small.service.fetch(request)
      await scheduler.schedule(Promise.resolve(), 'answer arrives')
      // Kept for later: a handler that throws would only look like one more fault of the network.
      try {
        checkFrame(engine, movedElsewhere)
      } catch (error) {
        broken.push(error)
      }
      return fateNow === 'answer lost' ? HttpResponse.error() : response
    }
    const run = async (one: Step): Promise<unknown> => {
      if (one.do === 'poll') return engine.read()
      if (one.do === 'move') return engine.move(one.card, one.to)
      movedElsewhere.add(one.card)
      return direct('PATCH', `/v1/cards/${one.card}`, { statusId: one.to })
    }
    const work = plan.map(async (one) => {
      await scheduler.schedule(Promise.resolve(), `${one.do}`)
      const running = run(one)
      await Promise.resolve()
      checkFrame(engine, movedElsewhere)
      await running
      checkFrame(engine, movedElsewhere)
    })
    await scheduler.waitFor(Promise.all(work))
    if (broken.length > 0) throw broken[0]
    onRequest = async (request) => small.service.fetch(request)
    await engine.read()
    expect(places(engine.view())).toEqual(places(await serverBoard()))
    engine.stop()
    // Nothing above waits for anything outside: without a turn of the event loop, no native memory is ever freed.
    await new Promise((resolve) => setImmediate(resolve))
  })
}

const session = { keyId: 'small', workspaceId: '1', projectId: undefined }

async function ourEngine(): Promise<MoveEngine> {
  await addKey({ id: session.keyId, clientId: small.clientId, name: 'Small', secret: small.secret, remember: false })
  return overlayEngine(session)
}

test(`in ${SCHEDULES} schedules of moves, refusals, polls and lost answers, no frame is false, and at rest the screen is the server`, async () => {
  const start = performance.now()
  await fc.assert(property(ourEngine), { numRuns: SCHEDULES, endOnFailure: false })
  console.info(`${SCHEDULES} schedules in ${Math.round((performance.now() - start) / 1_000)} s`)
}, 3_600_000)

test('the same schedules find the false frames of snapshot and rollback', async () => {
  const result = await fc.check(
    property(async () => snapshotEngine(session, small.secret)),
    { numRuns: 300, endOnFailure: true },
  )
  expect(result.failed).toBe(true)
  expect(String(result.errorInstance)).toMatch(/is shown in \d; its newest move|to deeply equal/)
}, 60_000)
