import type { Column } from '#contract/readers/read-board.ts'
import * as messages from '#messages/permission-messages.ts'
import { roleRank, verdictForMove } from './permissions.ts'

/** The facts of a column that moves depend on. */
export type ColumnFacts = Pick<Column, 'key' | 'statusId' | 'name' | 'minRole' | 'lockedReason'>

/** Without the cards, which change much more often. */
export function factsOf({ cards: _, kind: __, ...facts }: Column): ColumnFacts {
  return facts
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
