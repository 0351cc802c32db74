import type { RefusalCause } from '#model/refusal.ts'

/** What to do after a refused promotion. */
const NEXT_STEPS: Readonly<Record<Exclude<RefusalCause, 'other'>, string>> = {
  conflicts:
    'Merge the target branch into this card’s branch, or rebase this card’s branch onto it, resolve the conflicts, push, and move the card again.',
  checks: 'Open the failed checks, fix them, push, and move the card again when they are green.',
  nothing:
    'Push the commits for this card, or leave it where it is: the next stage already has them.',
  remote:
    'Ask whoever manages the remote repository to accept this push, for example by changing the protection of the branch, and move the card again.',
  unrelated:
    'If this branch is never merged, such as the one of a website, leave it out of the board with cards.branches in .board.json. If it should be merged, start it again from the target branch.',
}

/** @param ago such as "2 days ago" */
export function refusedAgo(ago: string): string {
  return `Refused ${ago}.`
}

/** A name follows. */
export const MOVED_BY = 'Moved by'

export const BEFORE_LAST_PUSH = 'That was before the last push. Nobody has tried it since.'

/** @param ago such as "2 days ago" */
export function triedAgain(ago: string): string {
  return `The service tried again ${ago}: still refused.`
}

/** Undefined for `other`: a guess would be worse than no advice. */
export function nextStep(cause: RefusalCause): string | undefined {
  return cause === 'other' ? undefined : NEXT_STEPS[cause]
}
