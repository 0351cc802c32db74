import type { ColumnFacts } from './column-access.ts'
import { type OtherKey, weakestKey } from './other-keys.ts'
import { verdictForMove } from './permissions.ts'

/** The weakest other key whose role is sufficient for a column. */
export function otherKeyFor(
  column: ColumnFacts,
  otherKeys: readonly OtherKey[],
): OtherKey | undefined {
  return weakestKey(otherKeys, (role) => verdictForMove(role, column).type === 'yes')
}
