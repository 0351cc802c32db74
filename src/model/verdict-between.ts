import type { ColumnFacts } from './column-access.ts'
import { type Verdict, verdictForMove } from './permissions.ts'

/**
 * May `role` move a card from one column into another? Nobody moves a card back out of a column that
 * is for nobody: what was released stays as it is. [gap G26]
 */
export function verdictBetween(
  role: string,
  columns: readonly ColumnFacts[],
  fromKey: string,
  to: ColumnFacts,
): Verdict {
  const from = columns.findIndex(({ key }) => key === fromKey)
  const isBack = columns.indexOf(to) < from
  const reason = isBack ? columns[from]?.lockedReason : undefined
  return reason === undefined ? verdictForMove(role, to) : { type: 'no', requiredRole: '', reason }
}
