import fc from 'fast-check'
import { HttpResponse } from 'msw'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Board, readBoard } from '#contract/readers/read-board.ts'
import { findCard } from '#model/board-lookup.ts'
import { addKey } from '#state/keys/add-key.ts'
import { searchProperty } from '#test/support/search.ts'
import { duringWork } from '#test/support/simulated-time.ts'
import { createSmallService } from '#test/support/small-service.ts'
import { stubFetch } from '#test/support/stub-fetch.ts'
import { type MoveEngine, overlayEngine, snapshotEngine } from './move-engines.ts'

type RequestResult = 'answered' | 'lost on the way' | 'answer lost' | 'busy'

type Step =
  | { type: 'move'; card: string; to: string }
  | { type: 'move elsewhere'; card: string; to: string }
  | { type: 'poll' }

const card = fc.constantFrom('1', '2', '3')
const column = fc.constantFrom('1', '2', '3')
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('move' as const), card, to: column }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('move elsewhere' as const), card, to: column }),
  },
  { weight: 2, arbitrary: fc.constant({ type: 'poll' as const }) },
)
const anyResult: fc.Arbitrary<RequestResult> = fc.oneof(
  { weight: 8, arbitrary: fc.constant('answered' as const) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<RequestResult[]>('lost on the way', 'answer lost', 'busy'),
  },
)

let fixture: Awaited<ReturnType<typeof createSmallService>>
let onRequest: (request: Request) => Promise<Response> = () => Promise.resolve(HttpResponse.error())

beforeAll(async () => {
  stubFetch((request) => onRequest(request))
  fixture = await createSmallService()
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await fixture.close()
})

/** No time of the test passes while the service is at work. */
function serve(request: Request): Promise<Response> {
  return duringWork(Promise.resolve(fixture.service.fetch(request)))
}

function sendDirectly(method: string, path: string, body?: unknown): Promise<Response> {
  const headers = { Authorization: `Bearer ${fixture.secret}`, 'Content-Type': 'application/json' }
  const content = body ? { body: JSON.stringify(body) } : {}
  return serve(new Request(`http://x${path}`, { method, headers, ...content }))
}

async function serverBoard(): Promise<Board> {
  return (
    readBoard(await (await sendDirectly('GET', '/v1/board')).json()) ?? {
      columns: [],
      unreadableCount: 0,
      hasNextPage: false,
    }
  )
}

const cardIdsByColumn = (board: Board) =>
  board.columns.map((column) => column.cards.map((card) => card.id))

/**
 * Fails unless each card is in exactly one column, which is that of its newest move if that move
 * has not failed.
 */
function checkFrame(engine: MoveEngine, movedElsewhere: ReadonlySet<string>): void {
  const board = engine.view()
  expect(cardIdsByColumn(board).flat().sort()).toEqual(['1', '2', '3'])
  for (const id of ['1', '2', '3']) {
    const newest = engine.newest(id)
    if (!newest || newest.status === 'error' || movedElsewhere.has(id)) continue
    const shown = findCard(board, id)?.column.key
    if (shown !== newest.to)
      throw new Error(
        `#${id} is shown in ${shown}; its newest move, ${newest.status}, wants ${newest.to}`,
      )
  }
}

function property(makeEngine: () => Promise<MoveEngine>) {
  const steps = fc.array(anyStep, { minLength: 2, maxLength: 6 })
  const requestResults = fc.array(anyResult, { minLength: 12, maxLength: 12 })
  const refused = fc.constantFrom(null, 1, 2)
  return fc.asyncProperty(
    fc.scheduler(),
    steps,
    requestResults,
    refused,
    async (scheduler, plan, plannedResults, refusedCard) => {
      await fixture.reset(refusedCard)
      const engine = await makeEngine()
      onRequest = serve
      await engine.load()
      const movedElsewhere = new Set<string>()
      const remainingResults = [...plannedResults]
      const frameErrors: unknown[] = []
      onRequest = async (request) => {
        const result = remainingResults.shift() ?? 'answered'
        await scheduler.schedule(Promise.resolve(), 'request arrives')
        if (result === 'lost on the way') return HttpResponse.error()
        if (result === 'busy') return HttpResponse.json({ detail: 'busy' }, { status: 503 })
        const response = await serve(request)
        await scheduler.schedule(Promise.resolve(), 'answer arrives')
        // Thrown after the schedule: an error thrown in this handler would look like a network
        // error.
        try {
          checkFrame(engine, movedElsewhere)
        } catch (error) {
          frameErrors.push(error)
        }
        return result === 'answer lost' ? HttpResponse.error() : response
      }
      const run = async (step: Step): Promise<unknown> => {
        if (step.type === 'poll') return engine.load()
        if (step.type === 'move') return engine.move(step.card, step.to)
        movedElsewhere.add(step.card)
        return sendDirectly('PATCH', `/v1/cards/${step.card}`, { statusId: step.to })
      }
      const work = plan.map(async (step) => {
        await scheduler.schedule(Promise.resolve(), `${step.type}`)
        const stepResult = run(step)
        await Promise.resolve()
        checkFrame(engine, movedElsewhere)
        await stepResult
        checkFrame(engine, movedElsewhere)
      })
      await scheduler.waitFor(Promise.all(work))
      if (frameErrors.length > 0) throw frameErrors[0]
      onRequest = serve
      await engine.load()
      expect(cardIdsByColumn(engine.view())).toEqual(cardIdsByColumn(await serverBoard()))
      engine.stop()
      // The time-outs of requests keep what they are about.
      vi.clearAllTimers()
      await new Promise((resolve) => setImmediate(resolve))
    },
  )
}

const session = { keyId: 'small', workspaceId: '1', projectId: undefined }

async function createAppEngine(): Promise<MoveEngine> {
  await addKey({
    id: session.keyId,
    clientId: fixture.clientId,
    name: 'Small',
    secret: fixture.secret,
    remember: false,
  })
  return overlayEngine(session)
}

test('every frame is correct and the final screen matches the server, however moves, refusals, polls, and lost responses interleave', () =>
  searchProperty(property(createAppEngine), { rounds: 1_000 }))

test('the same schedules find incorrect frames when moves use snapshots and rollback', async () => {
  const result = await fc.check(
    property(async () => snapshotEngine(session, fixture.secret)),
    { numRuns: 300, seed: 1, endOnFailure: true },
  )
  expect(result.failed).toBe(true)
  expect(String(result.errorInstance)).toMatch(/is shown in \d; its newest move|to deeply equal/)
})
