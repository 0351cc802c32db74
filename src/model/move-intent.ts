import type { Card } from '#contract/readers/read-card.ts'
import type { ColumnFacts } from './column-access.ts'
import type { MoveIntent } from './move-outcome.ts'

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
