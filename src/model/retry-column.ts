import type { Board, Column } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { lockedMessage } from '#messages/card-messages.ts'
import { irreversibleMoveWarning } from './move-check.ts'
import { verdictBetween } from './verdict-between.ts'

/** Where a blocked card could go now. */
export interface RetryColumn {
  column: Column
  /** Whether the refused move went there. Otherwise it is the column after the card's own. */
  isRepeated: boolean
}

/**
 * The column of the refused move, if this browser has seen the move: the service doesn't report it.
 * Otherwise the next column, if a move there can be reversed. Undefined when there is none, when
 * the role isn't sufficient, or when the card is locked.
 */
export function retryColumn(
  card: Card,
  { columns }: Board,
  requestedKey: string | undefined,
  role: string,
): RetryColumn | undefined {
  if (!card.blocked || lockedMessage(card)) return undefined
  const requested = columns.find((column) => column.key === requestedKey)
  const column = requested ?? nextColumn(card, columns, role)
  if (!column || column.key === card.statusId) return undefined
  if (verdictBetween(role, columns, card.statusId, column).type === 'no') return undefined
  return { column, isRepeated: column === requested }
}

/** Nobody has chosen it, so a move there must be reversible. */
function nextColumn(card: Card, columns: readonly Column[], role: string): Column | undefined {
  const index = columns.findIndex((column) => column.key === card.statusId)
  const [own, next] = [columns[index], columns[index + 1]]
  return own && next && !irreversibleMoveWarning(own, next, role) ? next : undefined
}
