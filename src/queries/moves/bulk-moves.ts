import type { QueryClient } from '@tanstack/react-query'
import type { BoardSession } from '#model/board-ref.ts'
import {
  type BulkMove,
  type BulkMovePlan,
  interruptedBulkMove,
  isUnderWay,
  planBulkMove,
  planBulkUndo,
} from '#model/bulk-move.ts'
import type { MoveConditions } from '#model/move-check.ts'
import { type MoveIntent, type MoveResponse, moveOutcomeWithoutBoard } from '#model/move-outcome.ts'
import {
  changeBulkCard,
  changeBulkMove,
  keepBulkMove,
  setBulkMove,
  takeInterruptedMove,
  useBulkMoveStore,
} from '#state/bulk-move-store.ts'
import { currentAccess } from '../access/current-access.ts'
import { boardWithPendingWrites } from '../board-view/board-with-pending-writes.ts'
import { waitMs } from '../writes/wait-until-visible.ts'
import { moveCard } from './move-card.ts'
import { moveReportsOf } from './move-reports.ts'

const MAX_REQUESTS = 4
/** A service that wants a longer wait refuses the move, with its reason. */
const MAX_WAIT_MS = 120_000
/** How soon a pause or a cancel ends a wait. */
const WAIT_STEP_MS = 200
/** So many moves in a row without a response: the others would only be lost as well. */
const MAX_LOST_RESPONSES = MAX_REQUESTS

/** What moving these cards would do, on the board and with the role of this moment. */
export function currentBulkPlan(
  queryClient: QueryClient,
  session: BoardSession,
  target: { cardIds: ReadonlySet<string>; columnKey: string },
): BulkMovePlan | undefined {
  const board = boardWithPendingWrites(queryClient, session)
  const conditions = conditionsOf(queryClient, session)
  return board && planBulkMove(board, target.cardIds, target.columnKey, conditions)
}

/** The same for cards that move back, by card id and `statusId`. */
export function currentUndoPlan(
  queryClient: QueryClient,
  session: BoardSession,
  origins: ReadonlyMap<string, string>,
): BulkMovePlan | undefined {
  const board = boardWithPendingWrites(queryClient, session)
  return board && planBulkUndo(board, origins, conditionsOf(queryClient, session))
}

function conditionsOf(queryClient: QueryClient, session: BoardSession): MoveConditions {
  const { role, otherKeys } = currentAccess(queryClient, session)
  return { role, otherKeys, isOnline: navigator.onLine }
}

function isBulkMoveUnderWay(): boolean {
  const { move } = useBulkMoveStore.getState()
  return move !== undefined && isUnderWay(move)
}

/**
 * Moves many cards: each by the same `moveCard` as a single one, at most four requests at once.
 * `useBulkMoveStore` has the progress. Resolves when every card that was sent has an outcome.
 */
export async function runBulkMove(
  queryClient: QueryClient,
  session: BoardSession,
  { toName, moves, leftOut }: BulkMovePlan,
): Promise<void> {
  if (isBulkMoveUnderWay()) return
  setBulkMove({
    session,
    toName,
    leftOut,
    cards: moves.map((intent) => ({ intent, state: 'waiting' })),
    phase: 'running',
    isUndo: toName === undefined ? true : undefined,
  })
  const stopKeeping = keepBulkMove()
  const stopListening = recordOutcomes(queryClient)
  try {
    await new BulkRun(queryClient, session).run()
  } finally {
    changeBulkMove({ phase: 'done', waitSeconds: undefined })
    stopKeeping()
    stopListening()
  }
}

/** Also outcomes that show up later than the last check. */
function recordOutcomes(queryClient: QueryClient): () => void {
  return moveReportsOf(queryClient).subscribe((report) => {
    if (report.type !== 'settled' || !report.intent.isBulk) return
    changeBulkCard(report.intent.cardId, { state: 'settled', outcome: report.outcome })
  })
}

class BulkRun {
  /** Requests without a response. */
  #open = 0
  #lostInARow = 0
  /** From `Date.now()`: until then, the service wants no request. */
  #waitUntil = 0
  readonly #unsettled = new Set<Promise<void>>()

  constructor(
    private readonly queryClient: QueryClient,
    private readonly session: BoardSession,
  ) {}

  async run(): Promise<void> {
    while (true) {
      const next = nextIntent()
      const { phase } = useBulkMoveStore.getState().move ?? { phase: 'canceled' }
      if (!next || phase === 'canceled') break
      const mustWait = this.#open >= MAX_REQUESTS || Date.now() < this.#waitUntil
      if (phase === 'running' && !mustWait) this.#start(next)
      else await this.#turn()
    }
    while (this.#unsettled.size > 0) await Promise.all(this.#unsettled)
  }

  /** Resolves when a response arrives, and after a while in any case. */
  #turn(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, WAIT_STEP_MS)
      this.#onResponse = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  #onResponse: () => void = () => undefined

  #start(intent: MoveIntent): void {
    this.#open += 1
    changeBulkCard(intent.cardId, { state: 'sent' })
    const settled = moveCard(this.queryClient, this.session, intent, {
      onResponse: (response) => {
        this.#open -= 1
        this.#noteResponse(response)
        this.#onResponse()
      },
      onRateLimit: (delayMs) => this.#wait(delayMs),
    }).finally(() => {
      this.#unsettled.delete(settled)
      settleWithoutReport(intent)
    })
    this.#unsettled.add(settled)
  }

  #noteResponse({ type }: MoveResponse): void {
    this.#lostInARow = type === 'unknown' ? this.#lostInARow + 1 : 0
    const isLost = !navigator.onLine || this.#lostInARow >= MAX_LOST_RESPONSES
    if (!isLost || useBulkMoveStore.getState().move?.phase !== 'running') return
    this.#lostInARow = 0
    changeBulkMove({ phase: 'paused' })
  }

  /** All cards wait together. False when a person cancels, or the wait is too long. */
  async #wait(delayMs: number): Promise<boolean> {
    if (delayMs > MAX_WAIT_MS) return false
    this.#waitUntil = Math.max(this.#waitUntil, Date.now() + delayMs)
    while (Date.now() < this.#waitUntil) {
      if (useBulkMoveStore.getState().move?.phase === 'canceled') return false
      changeBulkMove({ waitSeconds: Math.ceil((this.#waitUntil - Date.now()) / 1_000) })
      await waitMs(Math.min(WAIT_STEP_MS, this.#waitUntil - Date.now()))
    }
    changeBulkMove({ waitSeconds: undefined })
    return true
  }
}

/** A move that nothing was reported of: the key was removed, or the card was moved again. */
function settleWithoutReport(intent: MoveIntent): void {
  const { cards = [] } = useBulkMoveStore.getState().move ?? {}
  const card = cards.find((candidate) => candidate.intent.cardId === intent.cardId)
  if (card?.state !== 'sent') return
  const outcome = moveOutcomeWithoutBoard(intent, { type: 'unknown', message: '' })
  changeBulkCard(intent.cardId, { state: 'settled', outcome })
}

function nextIntent(): MoveIntent | undefined {
  return useBulkMoveStore.getState().move?.cards.find(({ state }) => state === 'waiting')?.intent
}

export function pauseBulkMove(): void {
  changeBulkMove({ phase: 'paused' })
}

export function resumeBulkMove(): void {
  changeBulkMove({ phase: 'running' })
}

/** What was sent goes on; the rest isn't sent. */
export function cancelBulkMove(): void {
  changeBulkMove({ phase: 'canceled' })
}

/**
 * What became of the bulk move that this tab was in the middle of before the page was loaded again;
 * undefined for none, once it was returned, and as long as its board isn't loaded.
 */
export function resolveInterruptedMove(
  queryClient: QueryClient,
  session: BoardSession,
): BulkMove | undefined {
  const board = boardWithPendingWrites(queryClient, session)
  const move = board && !isBulkMoveUnderWay() ? takeInterruptedMove(session) : undefined
  if (!board || !move) return undefined
  const interrupted = interruptedBulkMove(move, board)
  setBulkMove(interrupted)
  return interrupted
}
