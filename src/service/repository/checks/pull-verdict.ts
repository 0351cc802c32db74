import type { Pull } from '../../store/evidence.ts'
import type { BoardConfig } from '../config/board-config.ts'

/** What pull requests say against a move; undefined when nothing. */
export type PullVerdict = 'closed' | 'draft' | 'review_missing'

/** What of .board.json the forge has a part in. */
type ForgeRules = Pick<BoardConfig, 'checks' | 'cards'>

/** Whether anything that the forge says decides on moves. */
export function countsOnForge({ checks, cards }: ForgeRules): boolean {
  return checks.forge === true || checks.review !== undefined || cards?.from === 'pulls'
}

/**
 * What the pull requests of one branch say, of which each can be in the way. An approval counts for
 * the commit that was approved. All of this waits for a person.
 */
export function pullVerdict(
  rules: ForgeRules,
  pulls: readonly Pull[],
  head: string,
): PullVerdict | undefined {
  if (!countsOnForge(rules)) return undefined
  const isCard = rules.cards?.from === 'pulls'
  if (isCard && pulls.every(({ state }) => state === 'closed')) return 'closed'
  if (pulls.some(({ state }) => state === 'draft')) return 'draft'
  if (rules.checks.review === undefined) return undefined
  const isAgainst = pulls.some(({ review }) => review === 'changes_requested')
  const isApproved = pulls.some((pull) => {
    return pull.review === 'approved' && pull.state !== 'closed' && pull.head === head
  })
  return isApproved && !isAgainst ? undefined : 'review_missing'
}

/** What the pull request of a card says against its next move, into this branch. */
export function nextVerdict(
  rules: ForgeRules,
  pull: Pull | undefined,
  { head, branch }: { head: string; branch: string | undefined },
): Exclude<PullVerdict, 'closed'> | undefined {
  // As a move decides it: an open one into another branch says nothing about it.
  const isDeciding =
    rules.cards?.from === 'pulls' || pull?.target === branch || pull?.state === 'merged'
  const verdict = pullVerdict(rules, pull && isDeciding ? [pull] : [], head)
  // A closed one leaves the board.
  return verdict === 'closed' ? undefined : verdict
}
