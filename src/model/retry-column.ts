import type { Board, Column } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { verdictForMove } from './permissions.ts'

/** Where a blocked card could go now. */
export interface RetryColumn {
  column: Column
  /** Whether the refused move went there. Otherwise it is the column after the card's own. */
  isRepeated: boolean
}

/**
 * The column of the refused move, if this browser has seen the move: the service doesn't report it.
 * Otherwise the next column. Undefined when the role isn't sufficient, or when there is none.
 */
export function retryColumn(
  card: Card,
  { columns }: Board,
  requestedKey: string | undefined,
  role: string,
): RetryColumn | undefined {
  if (!card.blocked) return undefined
  const own = columns.findIndex((column) => column.key === card.statusId)
  const requested = columns.find((column) => column.key === requestedKey)
  const column = requested ?? (own < 0 ? undefined : columns[own + 1])
  if (!column || column.key === card.statusId) return undefined
  if (verdictForMove(role, column).type === 'no') return undefined
  return { column, isRepeated: column === requested }
}
