import type { Board, Column } from '#contract/readers/read-board.ts'
import * as messages from '#messages/move-messages.ts'
import { cardName, findCard, findColumn } from './board-lookup.ts'
import type { BoardSession } from './board-ref.ts'
import {
  type BulkActionFacts,
  type BulkCard,
  INTERRUPTED,
  type LeftOutCard,
  mustBeJudged,
} from './bulk-card.ts'
import { type Attention, attentionOf } from './card-evidence.ts'
import { checkMoveOf, type MoveConditions } from './move-check.ts'
import {
  type MoveIntent,
  type MoveOutcome,
  type MoveResponse,
  moveOutcome,
} from './move-outcome.ts'
import { stoppedReason } from './stopped-move.ts'

/** A move of one card among many. */
export type BulkMoveCard = BulkCard<MoveIntent, MoveOutcome>

interface StoppedMove extends LeftOutCard {
  intent: MoveIntent
}

/** What moving many cards of a board would do. Nothing is sent yet. */
export interface BulkMovePlan {
  session: BoardSession
  /** The name of the column; undefined for an undo, where each card goes back to its own. */
  toName: string | undefined
  moves: readonly MoveIntent[]
  /** Cards that move although something about them asks for attention, such as a draft, by id. */
  attention: ReadonlyMap<string, Attention>
  /** Those that are known to be refused: a person decides whether they are tried. */
  stopped: readonly StoppedMove[]
  leftOut: readonly LeftOutCard[]
  /** Names of the stages of a repository that cards are taken out of. */
  stagesLeft: readonly string[]
}

/** One move of many cards. */
export interface BulkMove extends BulkActionFacts<BulkMoveCard> {
  type: 'move'
  /** The name of the column; undefined for an undo, where each card goes back to its own. */
  toName: string | undefined
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
  const { moves, leftOut } = partsOf(checks)
  const stopped = checks.flatMap((check) => stoppedMove(board, check) ?? [])
  const isStopped = new Set(stopped.map(({ intent }) => intent.cardId))
  return {
    ...{ session, toName: to.name, stopped, leftOut, attention: attentionOfAll(checks) },
    moves: moves.filter(({ cardId }) => !isStopped.has(cardId)),
    ...stagesOf(checks),
  }
}

function attentionOfAll(checks: readonly PlannedCheck[]): Map<string, Attention> {
  return new Map(
    checks.flatMap((check) => {
      const attention = check.type === 'allowed' ? attentionOf(check.card) : undefined
      return attention ? [[check.card.id, attention] as const] : []
    }),
  )
}

/** What is sent: cards that are known to be refused only if a person wants them to be tried. */
export function chosenPlan(plan: BulkMovePlan, isTryingAll: boolean): BulkMovePlan {
  const { moves, stopped, leftOut } = plan
  const intents = stopped.map(({ intent }) => intent)
  if (isTryingAll) return { ...plan, moves: [...moves, ...intents], stopped: [] }
  return { ...plan, leftOut: [...leftOut, ...stopped], stopped: [] }
}

function stoppedMove({ columns }: Board, check: PlannedCheck): StoppedMove | undefined {
  if (check.type !== 'allowed') return undefined
  const { card, from, to, intent } = check
  const isForward = columns.indexOf(to) > columns.indexOf(from)
  const reason = isForward ? stoppedReason(card) : undefined
  return reason === undefined ? undefined : { intent: asBulk(intent), name: cardName(card), reason }
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
  const all = { moves, attention: new Map(), stopped: [], leftOut: [...leftOut, ...gone] }
  return { session, toName, ...all, ...stagesOf(checks) }
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
  const judge = (card: BulkMoveCard): BulkMoveCard => {
    const { intent, state } = card
    const isUntouched = columns.get(intent.cardId)?.statusId === intent.fromStatusId
    // It wasn't sent, so a new reason on the card is of another move.
    if (isUntouched && state === 'waiting') return card
    const hasNewReason = isUntouched && blockedReason(columns, intent) !== undefined
    const response = isUntouched && !hasNewReason ? UNKNOWN : ACCEPTED
    const outcome = moveOutcome(intent, response, board, true)
    return outcome ? { ...card, state: 'settled', outcome } : card
  }
  const cards = move.cards.map((card) => (mustBeJudged(card) ? judge(card) : card))
  return { ...move, ...INTERRUPTED, cards }
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
