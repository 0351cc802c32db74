import type { Pull } from '../../store/evidence.ts'
import type { Checks } from '../config/board-config.ts'

/** What pull requests say against a move; undefined when nothing. */
export type PullVerdict = 'draft' | 'review_missing'

/** Whether anything that the forge says decides on moves. */
export function countsOnForge({ forge, review }: Checks): boolean {
  return forge === true || review !== undefined
}

/**
 * What the pull requests of one branch say, of which each can be in the way. An approval counts for
 * the commit that was approved. All of this waits for a person.
 */
export function pullVerdict(
  checks: Checks,
  pulls: readonly Pull[],
  head: string,
): PullVerdict | undefined {
  if (!countsOnForge(checks)) return undefined
  if (pulls.some(({ state }) => state === 'draft')) return 'draft'
  if (checks.review === undefined) return undefined
  const isAgainst = pulls.some(({ review }) => review === 'changes_requested')
  const isApproved = pulls.some((pull) => {
    return pull.review === 'approved' && pull.state !== 'closed' && pull.head === head
  })
  return isApproved && !isAgainst ? undefined : 'review_missing'
}
