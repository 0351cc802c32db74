import fc from 'fast-check'
import { HttpResponse } from 'msw'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readBoard } from '#contract/readers/read-board.ts'
import { findCard } from '#model/board-lookup.ts'
import { applyLabelIntents, type LabelIntent } from '#model/label-edits.ts'
import { sendLabelEdit } from '#queries/changes/send-label-edit.ts'
import { boardFeedOf } from '#queries/feed/board-feed.ts'
import { createAppQueryClient } from '#queries/query-client.ts'
import { addKey } from '#state/keys/add-key.ts'
import { searchProperty } from '#test/support/search.ts'
import { createSmallService } from '#test/support/small-service.ts'
import { stubFetch } from '#test/support/stub-fetch.ts'

const CLIENTS = ['a', 'b', 'c'] as const
const LABELS = ['1', '2', '3', '4'] as const

type RequestResult = 'answered' | 'lost on the way' | 'answer lost'

const edit = fc.record({
  client: fc.constantFrom(...CLIENTS),
  card: fc.constantFrom('1', '2'),
  label: fc.constantFrom(...LABELS),
  action: fc.constantFrom('add' as const, 'remove' as const),
})
const anyResult: fc.Arbitrary<RequestResult> = fc.oneof(
  { weight: 12, arbitrary: fc.constant('answered' as const) },
  { weight: 1, arbitrary: fc.constantFrom<RequestResult[]>('lost on the way', 'answer lost') },
)

let fixture: Awaited<ReturnType<typeof createSmallService>>
let onRequest: (request: Request) => Promise<Response> = () => Promise.resolve(HttpResponse.error())

beforeAll(async () => {
  stubFetch((request) => onRequest(request))
  fixture = await createSmallService()
  for (const id of CLIENTS) {
    await addKey({
      id,
      clientId: `${fixture.clientId} ${id}`,
      name: id,
      secret: fixture.secret,
      remember: false,
    })
  }
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await fixture.close()
})

/** Label ids by card id, as the service has them. */
async function labelIdsByCard(): Promise<Record<string, string[]>> {
  const headers = { Authorization: `Bearer ${fixture.secret}` }
  const board = readBoard(
    await (await fixture.service.fetch(new Request('http://x/v1/board', { headers }))).json(),
  )
  const cards = board?.columns.flatMap((column) => column.cards) ?? []
  return Object.fromEntries(
    cards.map((card) => [card.id, card.labels?.map((label) => label.id).sort() ?? []]),
  )
}

/** A write that the service applied, with the card's label ids before and after it. */
interface AppliedWrite {
  card: string
  before: readonly string[]
  after: readonly string[]
}

const property = fc.asyncProperty(
  fc.scheduler(),
  fc.array(edit, { minLength: 2, maxLength: 7 }),
  fc.array(anyResult, { minLength: 20, maxLength: 20 }),
  async (scheduler, plan, plannedResults) => {
    await fixture.reset(null)
    await fixture.resetLabels([...LABELS])
    const remainingResults = [...plannedResults]
    const appliedWrites: AppliedWrite[] = []
    onRequest = async (request) => {
      const result = remainingResults.shift() ?? 'answered'
      await scheduler.schedule(Promise.resolve(), 'request arrives')
      if (result === 'lost on the way') return HttpResponse.error()
      const card = /cards\/(\d+)$/.exec(new URL(request.url).pathname)?.[1]
      const before = card ? ((await labelIdsByCard())[card] ?? []) : []
      const response = await fixture.service.fetch(request)
      if (card && response.ok)
        appliedWrites.push({ card, before, after: (await labelIdsByCard())[card] ?? [] })
      await scheduler.schedule(Promise.resolve(), 'answer arrives')
      return result === 'answer lost' ? HttpResponse.error() : response
    }
    const clients = new Map(CLIENTS.map((id) => [id, createAppQueryClient()]))
    const outcomes: { intent: LabelIntent; card: string; accepted: boolean }[] = []
    const work = plan.map(async ({ client, card: cardId, label, action }) => {
      const queryClient = clients.get(client)
      if (!queryClient) return
      await scheduler.schedule(Promise.resolve(), `${client} edits`)
      const session = { keyId: client, workspaceId: '1', projectId: undefined }
      const loaded = await boardFeedOf(queryClient, session).newerThan(0)
      const card = loaded && findCard(loaded.board, cardId)?.card
      if (!card) return
      const intent = action === 'add' ? { add: [label], remove: [] } : { add: [], remove: [label] }
      const outcome = await sendLabelEdit(queryClient, session, card, intent)
      outcomes.push({ intent, card: cardId, accepted: outcome.type === 'accepted' })
    })
    await scheduler.waitFor(Promise.all(work))
    for (const queryClient of clients.values()) queryClient.clear()
    // The time-outs of requests keep what they are about.
    vi.clearAllTimers()
    await new Promise((resolve) => setImmediate(resolve))

    // Each write changes only the label that its intent names, so it overwrites no other edit.
    for (const { before, after } of appliedWrites) {
      const changed = [
        ...before.filter((id) => !after.includes(id)),
        ...after.filter((id) => !before.includes(id)),
      ]
      expect(
        changed.length,
        `${JSON.stringify(before)} became ${JSON.stringify(after)}`,
      ).toBeLessThanOrEqual(1)
    }
    // At the end, a label that accepted intents only added is there, and one that they only removed
    // is not.
    const end = await labelIdsByCard()
    for (const card of ['1', '2']) {
      const cardOutcomes = outcomes.filter((outcome) => outcome.card === card)
      for (const label of LABELS) {
        const labelOutcomes = cardOutcomes.filter(
          ({ intent }) => intent.add.includes(label) || intent.remove.includes(label),
        )
        const accepted = labelOutcomes.filter((outcome) => outcome.accepted)
        // If intents conflict, also those whose response was lost, the order in the service
        // decides.
        const expectedStates = new Set(
          labelOutcomes.map(({ intent }) => applyLabelIntents([], [intent]).includes(label)),
        )
        if (accepted.length === 0 || expectedStates.size > 1) continue
        expect(end[card]?.includes(label), `label ${label} of card ${card}`).toBe(
          expectedStates.has(true),
        )
      }
    }
  },
)

test("no edit of a card's labels is lost, however the requests of three clients interleave", () =>
  searchProperty(property, { rounds: 200 }))
