import type { Card } from '#contract/readers/read-card.ts'
import { type ColumnFacts, noTargetReason } from './column-access.ts'
import { lockedMessage } from './messages/card-messages.ts'
import { irreversibleMove, withOtherKey } from './messages/interaction-messages.ts'
import { otherKeyFor } from './other-key-for.ts'
import type { OtherKey } from './other-keys.ts'
import { type Verdict, verdictForMove } from './permissions.ts'

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

/** Why a column is disabled, and which other stored key could move a card there. */
export function disabledReason(
  column: ColumnFacts,
  reason: string,
  otherKeys: readonly OtherKey[],
): string {
  return withOtherKey(reason, otherKeyFor(column, otherKeys)?.name)
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
