import type { Pull } from '../../store/evidence.ts'
import type { Checks } from '../config/board-config.ts'

/** What a pull request says against a move; undefined when nothing. */
export type PullVerdict = 'draft' | 'review_missing'

/** Whether anything that the forge says decides on moves. */
export function countsOnForge({ forge, review }: Checks): boolean {
  return forge === true || review !== undefined
}

/** An approval counts for the commit that was approved. Each of these waits for a person. */
export function pullVerdict(
  checks: Checks,
  pull: Pull | undefined,
  head: string,
): PullVerdict | undefined {
  if (!countsOnForge(checks)) return undefined
  if (pull?.state === 'draft') return 'draft'
  if (checks.review === undefined) return undefined
  const isApproved = pull?.review === 'approved' && pull.state !== 'closed' && pull.head === head
  return isApproved ? undefined : 'review_missing'
}
