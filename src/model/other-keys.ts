import type { ColumnFacts } from './column-access.ts'
import { roleRank, verdictForMove } from './permissions.ts'

/** Another stored key that has access to this board. */
export interface OtherKey {
  keyId: string
  name: string
  role: string
}

/** The key with the lowest sufficient role: nobody should work with more than they need. */
export function weakestKey(
  otherKeys: readonly OtherKey[],
  isSufficient: (role: string) => boolean,
): OtherKey | undefined {
  const sufficient = otherKeys.filter((key) => isSufficient(key.role))
  return sufficient.sort((a, b) => (roleRank(a.role) ?? 0) - (roleRank(b.role) ?? 0))[0]
}

/** The weakest other key whose role is sufficient for a column. */
export function otherKeyFor(
  column: ColumnFacts,
  otherKeys: readonly OtherKey[],
): OtherKey | undefined {
  return weakestKey(otherKeys, (role) => verdictForMove(role, column).type === 'yes')
}
