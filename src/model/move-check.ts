import type { Board, Column } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { lockedMessage } from '#messages/card-messages.ts'
import {
  changesToo,
  irreversibleMove,
  MOVE_WITHOUT_COLUMN_ID,
  OFFLINE_REASON,
  withOtherKey,
} from '#messages/interaction-messages.ts'
import { type CardPlace, findCard } from './board-lookup.ts'
import { type ColumnFacts, noTargetReason } from './column-access.ts'
import type { MoveIntent } from './move-outcome.ts'
import { type OtherKey, otherKeyFor } from './other-keys.ts'
import { passedColumns, stagesLeft } from './passed-columns.ts'
import { type Verdict, verdictForMove } from './permissions.ts'
import { verdictBetween } from './verdict-between.ts'

/** What a person wants to move, on the board that is loaded. */
export interface MoveTarget {
  cardId: string
  /** `key` of the column. */
  columnKey: string
  isUndo?: true
  /** By default, the focus follows the card. */
  keepsFocus?: true | undefined
}

/** Whether a move can be sent. */
export type MoveCheck =
  | {
      type: 'allowed'
      intent: MoveIntent
      card: Card
      from: Column
      to: Column
      /** Names of the stages of a repository that a move back takes the card out of. */
      stagesLeft: readonly string[]
    }
  | { type: 'not-found' }
  | { type: 'same-column'; card: Card; to: Column }
  /** `otherKey`: a stored key that could do it. */
  | { type: 'not-allowed'; card: Card; to: Column; reason: string; otherKey: OtherKey | undefined }

export interface MoveConditions {
  role: string
  otherKeys: readonly OtherKey[]
  isOnline: boolean
}

/** The one check for drag, menu, keyboard, undo, and a move of many cards. */
export function checkMove(board: Board, target: MoveTarget, conditions: MoveConditions): MoveCheck {
  const found = findCard(board, target.cardId)
  const to = board.columns.find((column) => column.key === target.columnKey)
  if (!found || !to) return { type: 'not-found' }
  return checkMoveOf(board, found, { to, isUndo: target.isUndo }, conditions)
}

/** The same for a card whose place is known. */
export function checkMoveOf(
  board: Board,
  found: Pick<CardPlace, 'card' | 'column'>,
  { to, isUndo }: { to: Column; isUndo?: true | undefined },
  { role, otherKeys, isOnline }: MoveConditions,
): Exclude<MoveCheck, { type: 'not-found' }> {
  const { card, column: from } = found
  if (from === to) return { type: 'same-column', card, to }
  const refusal = lockedMessage(card) ?? (isOnline ? undefined : OFFLINE_REASON)
  if (refusal) return { type: 'not-allowed', card, to, reason: refusal, otherKey: undefined }
  const verdict = verdictBetween(role, board.columns, from.key, to)
  if (verdict.type === 'no') {
    const reason = disabledReason(to, verdict, otherKeys)
    return { type: 'not-allowed', card, to, reason, otherKey: keyFor(to, verdict, otherKeys) }
  }
  const denied = passedColumns(board, found, to).find(
    (column) => verdictForMove(role, column).type === 'no',
  )
  if (denied) return deniedOnTheWay(denied, card, to, { role, otherKeys })
  const intent = moveIntent(card, from, to, isUndo)
  if (intent) {
    return { type: 'allowed', intent, card, from, to, stagesLeft: stagesLeft(board, found, to) }
  }
  return { type: 'not-allowed', card, to, reason: MOVE_WITHOUT_COLUMN_ID, otherKey: undefined }
}

/**
 * The branch of each column that a card passes or leaves gets a commit, so its role counts, too.
 */
function deniedOnTheWay(
  column: Column,
  card: Card,
  to: Column,
  { role, otherKeys }: Pick<MoveConditions, 'role' | 'otherKeys'>,
): Extract<MoveCheck, { type: 'not-allowed' }> {
  const verdict = verdictForMove(role, column)
  const own = verdict.type === 'no' ? disabledReason(column, verdict, otherKeys) : ''
  const otherKey = otherKeyFor(column, otherKeys)
  return { type: 'not-allowed', card, to, reason: changesToo(column.name, own), otherKey }
}

/**
 * The move of a card into a column, independent of the loaded board; undefined when it can't be
 * requested.
 */
export function moveIntent(
  card: Card,
  from: ColumnFacts,
  to: ColumnFacts,
  isUndo = false,
): MoveIntent | undefined {
  if (card.number === undefined || from.statusId === undefined || to.statusId === undefined) {
    return undefined
  }
  if (from.statusId === to.statusId) return undefined
  return {
    cardId: card.id,
    cardNumber: card.number,
    cardTitle: card.title,
    previousBlockedReason: card.blocked?.reason ?? null,
    fromStatusId: from.statusId,
    fromName: from.name,
    toStatusId: to.statusId,
    toName: to.name,
    ...(isUndo ? { isUndo } : {}),
  }
}

export interface MoveOption {
  column: ColumnFacts
  verdict: Verdict
}

/** Every other column with its verdict: pointer, touch, keyboard, and menu all use this list. */
export function moveOptions(
  card: Card,
  columns: readonly ColumnFacts[],
  role: string,
): MoveOption[] {
  return columns
    .filter((column) => column.key !== card.statusId)
    .map((column) => ({ column, verdict: verdictBetween(role, columns, card.statusId, column) }))
}

/** Why a card can't be picked up; undefined when it can. */
export function immovableReason(
  card: Card,
  columns: readonly ColumnFacts[],
  role: string,
): string | undefined {
  const reason = lockedMessage(card) ?? noTargetReason(card.statusId, columns, role)
  if (reason !== undefined) return reason
  const refused = moveOptions(card, columns, role).map(({ verdict }) => verdict)
  const [first] = refused
  const isRefused = refused.every(({ type }) => type === 'no')
  return isRefused && first?.type === 'no' ? first.reason : undefined
}

/** Why a column is disabled, and which other stored key could move a card there. */
export function disabledReason(
  column: ColumnFacts,
  verdict: Refused,
  otherKeys: readonly OtherKey[],
): string {
  return withOtherKey(verdict.reason, keyFor(column, verdict, otherKeys)?.name)
}

type Refused = Extract<Verdict, { type: 'no' }>

/** A stored key that could do it, where a role is all that is missing. */
export function keyFor(
  column: ColumnFacts,
  { requiredRole }: Refused,
  otherKeys: readonly OtherKey[],
): OtherKey | undefined {
  return requiredRole === '' ? undefined : otherKeyFor(column, otherKeys)
}

/** Warns of a move that this role can't reverse; undefined when it can, or when that is unknown. */
export function irreversibleMoveWarning(
  from: ColumnFacts,
  to: ColumnFacts,
  role: string,
): string | undefined {
  const canMove = verdictForMove(role, to).type !== 'no'
  const canMoveBack = verdictForMove(role, from).type !== 'no'
  return canMove && !canMoveBack ? irreversibleMove(from.name, to.name) : undefined
}
