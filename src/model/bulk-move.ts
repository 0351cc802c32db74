import type { Board, Column } from '#contract/readers/read-board.ts'
import { cardName, findColumn } from './board-lookup.ts'
import type { BoardSession } from './board-ref.ts'
import * as messages from './messages/move-messages.ts'
import { checkMoveOf, type MoveCheck, type MoveConditions } from './move-check.ts'
import { type MoveIntent, type MoveOutcome, moveOutcome, notMovedAfterAll } from './move-outcome.ts'

/** A move of one card among many. */
export interface BulkCard {
  intent: MoveIntent
  /** `sent`: the request is under way, or its outcome isn't known yet. */
  state: 'waiting' | 'sent' | 'settled'
  /** The last one that is known. */
  outcome?: MoveOutcome
}

/** A card that isn't moved, and why. */
interface LeftOutCard {
  name: string
  reason: string
}

/** What moving many cards would do. Nothing is sent yet. */
export interface BulkMovePlan {
  /** The name of the column; undefined for an undo, where each card goes back to its own. */
  toName: string | undefined
  moves: readonly MoveIntent[]
  leftOut: readonly LeftOutCard[]
  /** Names of the stages of a repository that cards are taken out of. */
  stagesLeft: readonly string[]
}

/** One action on many cards, whose outcomes belong together. */
export interface BulkMove extends Pick<BulkMovePlan, 'toName' | 'leftOut'> {
  session: BoardSession
  cards: readonly BulkCard[]
  /** `interrupted`: the page was closed or loaded again in the middle. */
  phase: 'running' | 'paused' | 'canceled' | 'done' | 'interrupted'
  /** Seconds that the service asked to wait for. */
  waitSeconds?: number | undefined
  isUndo?: true | undefined
}

/** Something may still be sent, or has no outcome yet. */
export function isUnderWay({ phase }: Pick<BulkMove, 'phase'>): boolean {
  return phase === 'running' || phase === 'paused' || phase === 'canceled'
}

/** Which cards can move into a column, in the order of the board. */
export function planBulkMove(
  board: Board,
  cardIds: ReadonlySet<string>,
  columnKey: string,
  conditions: MoveConditions,
): BulkMovePlan | undefined {
  const to = board.columns.find(({ key }) => key === columnKey)
  return to && plan(board, ({ id }) => (cardIds.has(id) ? to : undefined), to.name, conditions)
}

/** Which cards can move back to where they were, by card id and `statusId`. */
export function planBulkUndo(
  board: Board,
  origins: ReadonlyMap<string, string>,
  conditions: MoveConditions,
): BulkMovePlan {
  const targetOf = ({ id }: { id: string }) => findColumn(board, origins.get(id) ?? '')
  return plan(board, targetOf, undefined, conditions)
}

function plan(
  board: Board,
  targetOf: (card: { id: string }) => Column | undefined,
  toName: string | undefined,
  conditions: MoveConditions,
): BulkMovePlan {
  const isUndo = toName === undefined ? true : undefined
  const checks = board.columns.flatMap((column) =>
    column.cards.flatMap((card) => {
      const to = targetOf(card)
      return to ? checkMoveOf(board, { card, column }, { to, isUndo }, conditions) : []
    }),
  )
  const allowed = checks.flatMap((check) => (check.type === 'allowed' ? check : []))
  return {
    toName,
    moves: allowed.map(({ intent }) => ({ ...intent, isBulk: true })),
    leftOut: checks.flatMap((check) => leftOut(check) ?? []),
    stagesLeft: [...new Set(allowed.flatMap(({ stagesLeft }) => stagesLeft))],
  }
}

function leftOut(check: Exclude<MoveCheck, { type: 'not-found' }>): LeftOutCard | undefined {
  if (check.type === 'allowed') return undefined
  const isThere = check.type === 'same-column'
  const reason = isThere ? messages.alreadyIn(check.to.name) : check.reason
  return { name: cardName(check.card), reason }
}

/**
 * What became of a bulk move that the page didn't see the end of, by a board that was loaded since
 * then. The load decides, also about requests whose response was lost.
 */
export function interruptedBulkMove(move: BulkMove, board: Board): BulkMove {
  const columns = new Map(
    board.columns.flatMap((column) => column.cards.map(({ id }) => [id, column] as const)),
  )
  const judge = (card: BulkCard): BulkCard => {
    const { intent, state } = card
    const column = columns.get(intent.cardId)
    const isUntouched = column?.statusId === intent.fromStatusId
    const blocked = column?.cards.find(({ id }) => id === intent.cardId)?.blocked?.reason
    const isRefused = blocked !== undefined && blocked !== intent.previousBlockedReason
    if (isUntouched && !isRefused) {
      if (state !== 'sent') return card
      return { ...card, state: 'settled', outcome: notMovedAfterAll(intent, column) }
    }
    const outcome = moveOutcome(intent, { type: 'accepted' }, board, true)
    return outcome ? { ...card, state: 'settled', outcome } : card
  }
  // A card with an outcome keeps it, unless nobody could tell what it is.
  const isOpen = ({ state, outcome }: BulkCard) =>
    state !== 'settled' || outcome?.type === 'unknown'
  const cards = move.cards.map((card) => (isOpen(card) ? judge(card) : card))
  return { ...move, cards, phase: 'interrupted', waitSeconds: undefined }
}

/** How many cards have which outcome. */
export interface BulkCounts {
  total: number
  /** With an outcome. */
  done: number
  moved: number
  refused: number
  denied: number
  unknown: number
  gone: number
  notSent: number
  leftOut: number
}

export function countOutcomes({ cards, leftOut }: BulkMove): BulkCounts {
  const counts: BulkCounts = {
    total: cards.length,
    done: 0,
    moved: 0,
    refused: 0,
    denied: 0,
    unknown: 0,
    gone: 0,
    notSent: 0,
    leftOut: leftOut.length,
  }
  for (const { state, outcome } of cards) {
    if (outcome) counts[outcome.type] += 1
    else if (state === 'waiting') counts.notSent += 1
    if (state === 'settled') counts.done += 1
  }
  return counts
}
