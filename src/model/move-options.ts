import type { Column } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { lockedMessage } from './messages/card-messages.ts'
import * as messages from './messages/permission-messages.ts'
import type { MoveIntent } from './move-outcome.ts'
import { roleRank, type Verdict, verdictForMove } from './permissions.ts'

/** The facts of a column that moves depend on. */
export type ColumnFacts = Pick<Column, 'key' | 'statusId' | 'name' | 'minRole'>

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
    .map((column) => ({ column, verdict: verdictForMove(role, column) }))
}

/** Why a card can't be picked up; undefined when it can. */
export function immovableReason(
  card: Card,
  columns: readonly ColumnFacts[],
  role: string,
): string | undefined {
  return lockedMessage(card) ?? noTargetReason(card.statusId, columns, role)
}

/**
 * Why nothing can be moved out of a column; undefined when another column is allowed. It is the
 * reason of the column with the lowest required role.
 */
export function noTargetReason(
  columnKey: string,
  columns: readonly ColumnFacts[],
  role: string,
): string | undefined {
  const refusals: { reason: string; rank: number }[] = []
  for (const column of columns) {
    if (column.key === columnKey) continue
    const verdict = verdictForMove(role, column)
    if (verdict.type !== 'no') return undefined
    const rank = roleRank(verdict.requiredRole) ?? Number.POSITIVE_INFINITY
    refusals.push({ reason: verdict.reason, rank })
  }
  const [lowest] = refusals.sort((a, b) => a.rank - b.rank)
  return lowest?.reason ?? messages.NO_OTHER_COLUMN
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

/** Another stored key that has access to this board. */
export interface OtherKey {
  keyId: string
  name: string
  role: string
}

/** The weakest other key whose role is sufficient for a column. */
export function otherKeyFor(
  column: ColumnFacts,
  otherKeys: readonly OtherKey[],
): OtherKey | undefined {
  return weakestKey(otherKeys, (role) => verdictForMove(role, column).type === 'yes')
}

/** The key with the lowest sufficient role: nobody should work with more than they need. */
export function weakestKey(
  otherKeys: readonly OtherKey[],
  isSufficient: (role: string) => boolean,
): OtherKey | undefined {
  const sufficient = otherKeys.filter((key) => isSufficient(key.role))
  return sufficient.sort((a, b) => (roleRank(a.role) ?? 0) - (roleRank(b.role) ?? 0))[0]
}

/** Why a column is disabled, and which other stored key could move a card there. */
export function disabledReason(
  column: ColumnFacts,
  reason: string,
  otherKeys: readonly OtherKey[],
): string {
  return messages.withOtherKey(reason, otherKeyFor(column, otherKeys)?.name)
}

/** Warns of a move that this role can't reverse; undefined when it can, or when that is unknown. */
export function irreversibleMoveWarning(
  from: ColumnFacts,
  to: ColumnFacts,
  role: string,
): string | undefined {
  const canMove = verdictForMove(role, to).type !== 'no'
  const canMoveBack = verdictForMove(role, from).type !== 'no'
  return canMove && !canMoveBack ? messages.irreversibleMove(from.name, to.name) : undefined
}
