import * as messages from '#messages/permission-messages.ts'

/** Result of a permission check. `no` and `unknown` have a reason that a person can read. */
export type Verdict =
  | { type: 'yes' }
  | { type: 'no'; reason: string; requiredRole: string }
  | { type: 'unknown'; reason: string }

/** The known roles, weakest first; the spec shows the first three. [gap G10] */
export const ROLE_ORDER = ['viewer', 'member', 'maintainer', 'owner'] as const

/** What the rules need to know about a column. */
export interface ColumnAccess {
  statusId: string | undefined
  minRole: string
  lockedReason?: string
}

const KNOWN_ROLES: readonly string[] = ROLE_ORDER
const YES: Verdict = { type: 'yes' }

/** Compares two roles (spec 5.4). An unrecognized name can't be ordered. [gap G10] */
export function verdict(role: string, requiredRole: string): Verdict {
  if (!requiredRole.trim()) return unknown(messages.REQUIRED_ROLE_NOT_STATED)
  if (!role.trim()) return unknown(messages.ROLE_NOT_STATED)
  if (normalizeRole(role) === normalizeRole(requiredRole)) return YES
  const [actual, required] = [roleRank(role), roleRank(requiredRole)]
  if (actual === undefined || required === undefined) {
    return unknown(messages.rolesNotComparable(role, requiredRole))
  }
  if (actual >= required) return YES
  const reason = messages.needsRole(displayRole(requiredRole), displayRole(role))
  return { type: 'no', requiredRole, reason }
}

/**
 * May `role` move a card into this column (spec 2.3)? A column without an id can't be addressed
 * [gap G16], and one that the service has locked is for nobody [gap G26].
 */
export function verdictForMove(role: string, column: ColumnAccess): Verdict {
  if (column.statusId === undefined) {
    return { type: 'no', requiredRole: '', reason: messages.COLUMN_WITHOUT_ID }
  }
  const { lockedReason: reason } = column
  if (reason !== undefined) return { type: 'no', requiredRole: '', reason }
  return verdict(role, column.minRole)
}

/** What a board's role allows besides moves (spec 4.4 to 4.6, 5.4). */
export const ROLE_FOR = {
  writeLabel: 'member',
  deleteLabel: 'maintainer',
  labelCard: 'member',
} as const

export function canMoveNowhere(role: string, columns: readonly ColumnAccess[]): boolean {
  return columns.every((column) => verdictForMove(role, column).type === 'no')
}

/** Position in the known order; undefined for an unrecognized name. */
export function roleRank(role: string): number | undefined {
  const index = KNOWN_ROLES.indexOf(normalizeRole(role))
  return index < 0 ? undefined : index
}

/** Known roles in one spelling, whatever the service's. */
function displayRole(role: string): string {
  return roleRank(role) === undefined ? role : normalizeRole(role)
}

function normalizeRole(role: string): string {
  return role.trim().toLowerCase()
}

/** The service doesn't report it. */
function unknown(reason: string): Verdict {
  return { type: 'unknown', reason }
}
