import type { ReviewState } from '#contract/repository-values.ts'
import type { PullRequest } from './forge.ts'

/** A review of a pull request, in the order in which they were made. */
export interface Review {
  /** Undefined when the account doesn't exist any more. */
  person: number | undefined
  /** Undefined for one that says neither yes nor no. */
  state: ReviewState | 'dismissed' | undefined
  /** What was reviewed. */
  commit: string | undefined
}

/**
 * The newest review of each person counts. An approval counts for the commit that was approved and
 * for no other one; who wanted changes wants them until they say something else.
 */
export function reviewState(
  reviews: readonly Review[],
  { head, listedReview }: Pick<PullRequest, 'head' | 'listedReview'>,
): ReviewState {
  // One whose account is gone is of somebody else than all others.
  const newest = new Map<unknown, Review>()
  for (const review of reviews) if (review.state) newest.set(review.person ?? review, review)
  const counting = [...newest.values()]
  if (counting.some(({ state }) => state === 'changes_requested')) return 'changes_requested'
  const approvals = counting.filter(({ state }) => state === 'approved')
  if (approvals.some(({ commit }) => commit === head)) return 'approved'
  // One of an earlier commit has to be given again.
  return approvals.length > 0 ? 'required' : (listedReview ?? 'none')
}
