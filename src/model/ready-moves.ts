import type { Card } from '#contract/readers/read-card.ts'
import { isReady } from './card-evidence.ts'
import type { ColumnFacts } from './column-access.ts'
import { verdictForMove } from './permissions.ts'

/** The cards of a column that nothing keeps from the next one. */
export interface ReadyMoves {
  next: ColumnFacts
  cardIds: ReadonlySet<string>
  /** Why the role can't move them; undefined when it can. */
  disabledReason: string | undefined
}

/** Undefined without a next column, or a ready card. Only a board over a repository has any. */
export function readyMoves(
  { key, cards }: { key: string; cards: readonly Card[] },
  columns: readonly ColumnFacts[],
  role: string,
): ReadyMoves | undefined {
  const next = columns[columns.findIndex((column) => column.key === key) + 1]
  const ready = cards.filter(isReady)
  if (!next || ready.length === 0) return undefined
  const verdict = verdictForMove(role, next)
  const cardIds = new Set(ready.map(({ id }) => id))
  return { next, cardIds, disabledReason: verdict.type === 'no' ? verdict.reason : undefined }
}
