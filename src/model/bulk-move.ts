import type { Board, Column } from '#contract/readers/read-board.ts'
import { cardName, findCard, findColumn } from './board-lookup.ts'
import { type BoardSession, isSameBoard } from './board-ref.ts'
import * as messages from './messages/move-messages.ts'
import { checkMoveOf, type MoveConditions } from './move-check.ts'
import {
  type MoveIntent,
  type MoveOutcome,
  type MoveResponse,
  moveOutcome,
} from './move-outcome.ts'

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

/** What moving many cards of a board would do. Nothing is sent yet. */
export interface BulkMovePlan {
  session: BoardSession
  /** The name of the column; undefined for an undo, where each card goes back to its own. */
  toName: string | undefined
  moves: readonly MoveIntent[]
  leftOut: readonly LeftOutCard[]
  /** Names of the stages of a repository that cards are taken out of. */
  stagesLeft: readonly string[]
}

/** Why no further request is sent; a person can resume. */
export type PauseReason = 'by-person' | 'connection' | 'key'

/** One action on many cards, whose outcomes belong together. */
export interface BulkMove extends Pick<BulkMovePlan, 'session' | 'toName' | 'leftOut'> {
  cards: readonly BulkCard[]
  /** `interrupted`: the page was closed or loaded again in the middle. */
  phase: 'running' | 'paused' | 'canceled' | 'done' | 'interrupted'
  pausedBy?: PauseReason | undefined
  /** Seconds until the service accepts requests again. */
  waitSeconds?: number | undefined
  isUndo?: true | undefined
}

/** Is this the same board with the same project? */
export function isSameSession(a: BoardSession, b: BoardSession): boolean {
  return isSameBoard(a, b) && a.projectId === b.projectId
}

/** Something may still be sent, or has no outcome yet. */
export function isUnderWay({ phase }: Pick<BulkMove, 'phase'>): boolean {
  return phase === 'running' || phase === 'paused' || phase === 'canceled'
}

/** Where a card should go: the `statusId` of a column, and what the card is called. */
export interface BulkTarget {
  statusId: string
  name: string
}

/** Which of these cards of a board can move into a column, in the order of the board. */
export function planBulkMove(
  board: Board,
  session: BoardSession,
  { cardIds, columnKey }: { cardIds: ReadonlySet<string>; columnKey: string },
  conditions: MoveConditions,
): BulkMovePlan | undefined {
  const to = board.columns.find(({ key }) => key === columnKey)
  if (!to) return undefined
  const checks = checkEach(board, ({ id }) => (cardIds.has(id) ? to : undefined), conditions)
  return { session, toName: to.name, ...partsOf(checks), ...stagesOf(checks) }
}

/**
 * The same for cards that were seen before, by id. Those that are no longer on the board, or whose
 * column isn't, are left out. Without `toName`, it's an undo.
 */
export function planBulkTargets(
  board: Board,
  session: BoardSession,
  { toName, targets }: { toName?: string | undefined; targets: ReadonlyMap<string, BulkTarget> },
  conditions: MoveConditions,
): BulkMovePlan {
  const targetOf = ({ id }: { id: string }) => findColumn(board, targets.get(id)?.statusId ?? '')
  const checks = checkEach(board, targetOf, conditions, toName === undefined)
  const found = new Set(checks.map(({ card }) => card.id))
  const gone = [...targets].flatMap(([id, { name }]) =>
    found.has(id) ? [] : [{ name, reason: messages.TARGET_NOT_ON_BOARD }],
  )
  const { moves, leftOut } = partsOf(checks)
  return { session, toName, moves, leftOut: [...leftOut, ...gone], ...stagesOf(checks) }
}

type PlannedCheck = ReturnType<typeof checkMoveOf>

function checkEach(
  board: Board,
  targetOf: (card: { id: string }) => Column | undefined,
  conditions: MoveConditions,
  isUndo = false,
): PlannedCheck[] {
  return board.columns.flatMap((column) =>
    column.cards.flatMap((card) => {
      const to = targetOf(card)
      const move = to && { to, ...(isUndo ? { isUndo } : {}) }
      return move ? checkMoveOf(board, { card, column }, move, conditions) : []
    }),
  )
}

function partsOf(checks: readonly PlannedCheck[]): Pick<BulkMovePlan, 'moves' | 'leftOut'> {
  return {
    moves: checks.flatMap((check) => (check.type === 'allowed' ? asBulk(check.intent) : [])),
    leftOut: checks.flatMap((check) => {
      const reason = reasonAgainst(check)
      return reason === undefined ? [] : [{ name: cardName(check.card), reason }]
    }),
  }
}

function stagesOf(checks: readonly PlannedCheck[]): Pick<BulkMovePlan, 'stagesLeft'> {
  const stages = checks.flatMap((check) => (check.type === 'allowed' ? check.stagesLeft : []))
  return { stagesLeft: [...new Set(stages)] }
}

function asBulk(intent: MoveIntent): MoveIntent {
  return { ...intent, isBulk: true }
}

/** Why a card isn't moved; undefined when it is. */
function reasonAgainst(check: PlannedCheck): string | undefined {
  if (check.type === 'allowed') return undefined
  return check.type === 'same-column' ? messages.alreadyIn(check.to.name) : check.reason
}

/**
 * A planned move on the board of this moment, which may have changed since then: the move to send,
 * or why the card is left out.
 */
export function recheckBulkCard(
  board: Board,
  { cardId, fromStatusId, toStatusId, isUndo }: MoveIntent,
  conditions: MoveConditions,
): { intent: MoveIntent } | { reason: string } {
  const [found, to] = [findCard(board, cardId), findColumn(board, toStatusId)]
  if (!found || !to) return { reason: messages.TARGET_NOT_ON_BOARD }
  const check = checkMoveOf(board, found, { to, isUndo }, conditions)
  if (check.type !== 'allowed') return { reason: reasonAgainst(check) ?? '' }
  if (found.column.statusId !== fromStatusId) return { reason: messages.nowIn(found.column.name) }
  return { intent: asBulk(check.intent) }
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
    const isUntouched = columns.get(intent.cardId)?.statusId === intent.fromStatusId
    // It wasn't sent, so a new reason on the card is of another move.
    if (isUntouched && state === 'waiting') return card
    const hasNewReason = isUntouched && blockedReason(columns, intent) !== undefined
    const response = isUntouched && !hasNewReason ? UNKNOWN : ACCEPTED
    const outcome = moveOutcome(intent, response, board, true)
    return outcome ? { ...card, state: 'settled', outcome } : card
  }
  // A card with an outcome keeps it, unless nobody could tell what it is.
  const isOpen = ({ state, outcome }: BulkCard) =>
    state !== 'settled' || outcome?.type === 'unknown'
  const cards = move.cards.map((card) => (isOpen(card) ? judge(card) : card))
  return { ...move, cards, phase: 'interrupted', pausedBy: undefined, waitSeconds: undefined }
}

const ACCEPTED: MoveResponse = { type: 'accepted' }
const UNKNOWN: MoveResponse = { type: 'unknown', message: '' }

/** The reason on a card, if it's another one than before the move. */
function blockedReason(
  columns: ReadonlyMap<string, Column>,
  { cardId, previousBlockedReason }: MoveIntent,
): string | undefined {
  const card = columns.get(cardId)?.cards.find(({ id }) => id === cardId)
  const reason = card?.blocked?.reason
  return reason === previousBlockedReason ? undefined : reason
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
