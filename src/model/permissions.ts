/** May a role do something? `no` and `cannot-tell` always carry the reason in words a person can read. */
export type Verdict =
  | { answer: 'yes' }
  | { answer: 'no'; reason: string; needed: string }
  | { answer: 'cannot-tell'; reason: string }

/** The known roles, weakest first; `owner` stands above the three that the spec shows. [gap G10] */
export const ROLE_ORDER = ['viewer', 'member', 'maintainer', 'owner'] as const

/** A role whose place in the order is known. */
export type KnownRole = (typeof ROLE_ORDER)[number]

const KNOWN_ROLES: readonly string[] = ROLE_ORDER
const YES: Verdict = { answer: 'yes' }
const no = (needed: string, role: string): Verdict => ({
  answer: 'no',
  needed,
  reason: `Needs ${said(needed)}. Your key is ${said(role)} on this board.`,
})
const cannotTell = (reason: string): Verdict => ({ answer: 'cannot-tell', reason })

/** May `role` do what needs `needed`? Reads ask nothing (spec 5.4). Unknown names cannot be ordered. [gap G10] */
export function verdict(role: string, needed: string): Verdict {
  if (!needed.trim()) return cannotTell('The service did not say which role this needs.')
  if (!role.trim()) return cannotTell('The service did not say which role your key has on this board.')
  if (normalised(role) === normalised(needed)) return YES
  const have = rank(role)
  const want = rank(needed)
  if (have === undefined || want === undefined) {
    return cannotTell(`The service did not say how ${role} compares with ${needed}.`)
  }
  return have >= want ? YES : no(needed, role)
}

/** May `role` move a card into this column (spec 2.3)? A column without a statusId cannot be addressed. [gap G16] */
export function verdictForMove(role: string, column: { statusId: string | undefined; minRole: string }): Verdict {
  if (column.statusId === undefined) {
    return { answer: 'no', needed: '', reason: 'The service gave this column no id, so no card can be sent to it.' }
  }
  return verdict(role, column.minRole)
}

/** What a board's role allows beside moves (spec 4.4 to 4.6, 5.4). */
export const ROLE_FOR = { writeLabel: 'member', deleteLabel: 'maintainer', labelCard: 'member' } as const

/**
 * May `role` change the labels of a card? The spec names no role for it: member and above may, and for a viewer
 * the service decides. [gap G18]
 */
export function verdictForCardLabels(role: string): Verdict {
  const answer = verdict(role, ROLE_FOR.labelCard)
  return answer.answer === 'no'
    ? cannotTell(`The service did not say whether ${role} may change a card's labels.`)
    : answer
}

/** Is there no column at all that this role may move a card into? */
export function canMoveNowhere(
  role: string,
  columns: readonly { statusId: string | undefined; minRole: string }[],
): boolean {
  return columns.every((column) => verdictForMove(role, column).answer === 'no')
}

/** Where `role` stands in the known order; undefined for an unknown name. */
export function rank(role: string): number | undefined {
  const index = KNOWN_ROLES.indexOf(normalised(role))
  return index < 0 ? undefined : index
}

/** A role as it is spoken of: the known ones in one spelling, whatever the service's. */
function said(role: string): string {
  return rank(role) === undefined ? role : normalised(role)
}

function normalised(role: string): string {
  return role.trim().toLowerCase()
}
