import fc from 'fast-check'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBoard } from '#contract/board.ts'
import { findCard } from '#model/board-view.ts'
import { applyIntents, type LabelIntent } from '#model/card-labels.ts'
import { readBoardAfter } from '#queries/board.ts'
import { writeCardLabels } from '#queries/edit-card-labels.ts'
import { createAppQueryClient } from '#queries/query-client.ts'
import { addKey } from '#state/keys-store.ts'
import { createSmallService } from '#test/support/small-service.ts'

const SCHEDULES = Number(process.env.SCHEDULES ?? 2_000)
const CLIENTS = ['a', 'b', 'c'] as const
const LABELS = ['1', '2', '3', '4'] as const

type Fate = 'answered' | 'lost on the way' | 'answer lost'

const edit = fc.record({
  client: fc.constantFrom(...CLIENTS),
  card: fc.constantFrom('1', '2'),
  label: fc.constantFrom(...LABELS),
  act: fc.constantFrom('add' as const, 'remove' as const),
})
const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 12, arbitrary: fc.constant('answered' as const) },
  { weight: 1, arbitrary: fc.constantFrom<Fate[]>('lost on the way', 'answer lost') },
)

let small: Awaited<ReturnType<typeof createSmallService>>
let onRequest: (request: Request) => Promise<Response> = () => Promise.resolve(HttpResponse.error())
const network = setupServer(http.all('*/v1/*', ({ request }) => onRequest(request)))

beforeAll(async () => {
  network.listen({ onUnhandledRequest: 'error' })
  small = await createSmallService()
  for (const id of CLIENTS) {
    await addKey({ id, clientId: `${small.clientId} ${id}`, name: id, secret: small.secret, remember: false })
  }
})
afterAll(async () => {
  network.close()
  await small.close()
})

/** The sets of all cards, as the service has them. */
async function sets(): Promise<Record<string, string[]>> {
  const headers = { Authorization: `Bearer ${small.secret}` }
  const board = readBoard(await (await small.service.fetch(new Request('http://x/v1/board', { headers }))).json())
  const cards = board?.columns.flatMap((column) => column.cards) ?? []
  return Object.fromEntries(cards.map((card) => [card.id, card.labels?.map((label) => label.id).sort() ?? []]))
}

/** A write that the service did: the card's set before and after it, in the order in which the service did them. */
interface DoneWrite {
  card: string
  before: readonly string[]
  after: readonly string[]
}

const property = fc.asyncProperty(
  fc.scheduler(),
  fc.array(edit, { minLength: 2, maxLength: 7 }),
  fc.array(fate, { minLength: 20, maxLength: 20 }),
  async (scheduler, plan, luck) => {
    await small.reset(null)
    await small.resetLabels([...LABELS])
    const fates = [...luck]
    const done: DoneWrite[] = []
    onRequest = async (request) => {
      const fateNow = fates.shift() ?? 'answered'
      await scheduler.schedule(Promise.resolve(), 'request arrives')
      if (fateNow === 'lost on the way') return HttpResponse.error()
      const card = /cards\/(\d+)$/.exec(new URL(request.url).pathname)?.[1]
      const before = card ? ((await sets())[card] ?? []) : []
      const response = await small.service.fetch(request)
      if (card && response.ok) done.push({ card, before, after: (await sets())[card] ?? [] })
      await scheduler.schedule(Promise.resolve(), 'answer arrives')
      return fateNow === 'answer lost' ? HttpResponse.error() : response
    }
    const clients = new Map(CLIENTS.map((id) => [id, createAppQueryClient()]))
    const outcomes: { intent: LabelIntent; card: string; accepted: boolean }[] = []
    const work = plan.map(async ({ client, card: cardId, label, act }) => {
      const queryClient = clients.get(client)
      if (!queryClient) return
      await scheduler.schedule(Promise.resolve(), `${client} edits`)
      const session = { keyId: client, workspaceId: '1', projectId: undefined }
      const known = await readBoardAfter(queryClient, session, 0)
      const card = known && findCard(known.board, cardId)?.card
      if (!card) return
      const intent = act === 'add' ? { add: [label], remove: [] } : { add: [], remove: [label] }
      const failure = await writeCardLabels(queryClient, session, card, intent)
      outcomes.push({ intent, card: cardId, accepted: failure === undefined })
    })
    await scheduler.waitFor(Promise.all(work))
    for (const queryClient of clients.values()) queryClient.clear()
    await new Promise((resolve) => setImmediate(resolve))

    // Every write changed nothing but what its intent names: so nobody's edit was lost in it.
    for (const { before, after } of done) {
      const changed = [...before.filter((id) => !after.includes(id)), ...after.filter((id) => !before.includes(id))]
      expect(changed.length, `${JSON.stringify(before)} became ${JSON.stringify(after)}`).toBeLessThanOrEqual(1)
    }
    // At rest the service holds what the accepted intents say: a label that was only added is there, one only removed is not.
    const end = await sets()
    for (const card of ['1', '2']) {
      const own = outcomes.filter((one) => one.card === card)
      for (const label of LABELS) {
        const touching = own.filter(({ intent }) => intent.add.includes(label) || intent.remove.includes(label))
        const accepted = touching.filter((one) => one.accepted)
        // Where accepted intents, or ones whose answer was lost, disagree, the service's order decides.
        const results = new Set(touching.map(({ intent }) => applyIntents([], [intent]).includes(label)))
        if (accepted.length === 0 || results.size > 1) continue
        expect(end[card]?.includes(label), `label ${label} of card ${card}`).toBe(results.has(true))
      }
    }
  },
)

test(`in ${SCHEDULES} schedules of three clients, no edit of a card's labels is lost`, async () => {
  const start = performance.now()
  await fc.assert(property, { numRuns: SCHEDULES, endOnFailure: true })
  console.info(`${SCHEDULES} schedules in ${Math.round((performance.now() - start) / 1_000)} s`)
}, 3_600_000)
