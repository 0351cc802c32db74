import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ApiError } from '#client/api-error.ts'
import { monotonicNow } from '#client/monotonic-now.ts'
import type { Card } from '#contract/readers/read-card.ts'
import type { BoardSession } from '#model/board-ref.ts'
import type { LabelIntent } from '#model/label-edits.ts'
import { loadBoardAfter } from '../board/load-board-after.ts'
import { keys } from '../keys.ts'
import { retryDelayMs } from '../query-client.ts'
import { waitMs } from '../writes/wait-until-visible.ts'
import type { WriteOutcome } from '../writes/write-outcome.ts'
import { isEditVisible, waitForEdit, writeCardLabels } from './write-card-labels.ts'

/** Why a bulk edit stopped. */
export type StopReason =
  | { type: 'by-person' }
  | { type: 'locked'; card: Card }
  | { type: 'rate-limited'; card: Card }
  | { type: 'failed'; card: Card; error: ApiError | undefined }

/** Progress of one label edit on many cards. `changed` are the cards changed so far. */
export type BulkEditState =
  | { type: 'ready' }
  | { type: 'running'; done: number; total: number; waitSeconds?: number }
  | {
      type: 'stopped'
      done: number
      total: number
      reason: StopReason
      changed: readonly Card[]
    }
  | { type: 'done'; changed: readonly Card[]; skipped: number }

/** Longest Retry-After before the bulk edit stops and shows it. */
const MAX_WAIT_MS = 90_000
const MAX_RETRIES_PER_CARD = 6
/** How soon a stop takes effect during a wait. */
const STOP_CHECK_MS = 200

type CardOutcome = { type: 'changed' } | { type: 'unchanged' } | StopReason

/**
 * One label edit on many cards, one request per card, one after the other. It can be stopped and
 * resumed: cards that already have the labels are passed over, so an error in the middle loses
 * nothing. `run` returns all changed cards, or undefined when it stopped. `skip` leaves out the
 * card that it stopped at.
 */
export function useBulkEdit(session: BoardSession) {
  const queryClient = useQueryClient()
  const [state, setState] = useState<BulkEditState>({ type: 'ready' })
  const progress = useRef(new BulkEditProgress())

  const run = async (cards: readonly Card[], intent: LabelIntent) => {
    const current = progress.current
    current.isStopped = false
    const total = cards.length
    const runOne = async (card: Card, done: number): Promise<StopReason | undefined> => {
      if (current.isStopped) return { type: 'by-person' }
      setState({ type: 'running', done, total })
      const wait = (ms: number) => {
        setState({ type: 'running', done, total, waitSeconds: Math.ceil(ms / 1_000) })
        return current.waitUnlessStopped(ms)
      }
      return current.record(card, await changeCard(queryClient, session, card, intent, wait))
    }
    for (const [done, card] of cards.entries()) {
      const reason = current.skippedIds.has(card.id) ? undefined : await runOne(card, done)
      if (!reason) continue
      setState({ type: 'stopped', done, total, reason, changed: current.changedCards() })
      return
    }
    void queryClient.invalidateQueries({ queryKey: keys.labels(session) })
    const changed = current.changedCards()
    setState({ type: 'done', changed, skipped: current.skippedIds.size })
    return changed
  }

  return {
    state,
    run,
    stop: () => progress.current.stop(),
    skip: () => progress.current.skip(),
  }
}

class BulkEditProgress {
  isStopped = false
  stoppedAtId: string | undefined
  readonly changed = new Map<string, Card>()
  readonly skippedIds = new Set<string>()

  stop(): void {
    this.isStopped = true
  }

  skip(): void {
    if (this.stoppedAtId !== undefined) this.skippedIds.add(this.stoppedAtId)
  }

  /** Why the edit stops at this card; undefined when it goes on. */
  record(card: Card, outcome: CardOutcome): StopReason | undefined {
    if (outcome.type === 'changed') this.changed.set(card.id, card)
    if (outcome.type === 'changed' || outcome.type === 'unchanged') return undefined
    this.stoppedAtId = card.id
    return outcome
  }

  changedCards(): Card[] {
    return [...this.changed.values()]
  }

  /** False when it was stopped. */
  async waitUnlessStopped(ms: number): Promise<boolean> {
    const end = Date.now() + ms
    while (Date.now() < end && !this.isStopped) await waitMs(STOP_CHECK_MS)
    return !this.isStopped
  }
}

async function changeCard(
  queryClient: QueryClient,
  session: BoardSession,
  card: Card,
  intent: LabelIntent,
  wait: (ms: number) => Promise<boolean>,
): Promise<CardOutcome> {
  if (card.lockedReason) return { type: 'locked', card }
  const edit = { session, cardId: card.id, intent }
  const loaded = await loadBoardAfter(queryClient, session, monotonicNow())
  if (loaded && isEditVisible(queryClient, edit, loaded)) return { type: 'unchanged' }
  const write = await writeWithRetries(
    () => writeCardLabels(queryClient, session, card, intent),
    wait,
  )
  if (write === 'stopped') return { type: 'rate-limited', card }
  // The load decides, also when the response was lost. After an error, check only once.
  const isWanted = () => write.type === 'accepted'
  const visibility = await waitForEdit(queryClient, edit, monotonicNow(), isWanted)
  if (visibility === 'visible') return { type: 'changed' }
  return { type: 'failed', card, error: write.type === 'accepted' ? undefined : write.error }
}

/** Writes again after each rate limit. `wait` returns false when a person stopped the edit. */
async function writeWithRetries(
  send: () => Promise<WriteOutcome>,
  wait: (ms: number) => Promise<boolean>,
): Promise<WriteOutcome | 'stopped'> {
  let write = await send()
  for (let count = 0; isRateLimited(write); count += 1) {
    const delayMs = retryDelayMs(count, write.error)
    if (delayMs > MAX_WAIT_MS || count >= MAX_RETRIES_PER_CARD) break
    if (!(await wait(delayMs))) return 'stopped'
    write = await send()
  }
  return write
}

function isRateLimited(write: WriteOutcome): write is WriteOutcome & { error: ApiError } {
  if (write.type === 'accepted' || !write.error) return false
  const { status, retryAfter } = write.error
  return status === 429 || (status === 503 && retryAfter !== undefined)
}
