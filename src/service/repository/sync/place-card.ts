import type { RepositoryState } from './read-repository.ts'

export interface Place {
  /** Index of the column. */
  stage: number
  /** Whether this head was ever seen with commits that the first stage didn't have. */
  hadCommits: boolean
}

const WORK = 0

/**
 * The furthest stage whose branch contains the newest commit of a card. A branch without a commit
 * of its own is work: its newest commit is on the first-parent line of a stage. A head that had
 * commits when it was seen before has been merged by a fast-forward.
 */
export function placeCard(
  head: string,
  hadCommitsBefore: boolean,
  state: RepositoryState,
  firstParents: ReadonlySet<string>,
): Place {
  const hadCommits = hadCommitsBefore || state.ownCommits.has(head)
  const isOnLine = !hadCommits && firstParents.has(head)
  return { stage: isOnLine ? WORK : furthestStage(head, state), hadCommits }
}

/** Index of the last stage whose branch contains the newest commit of a card; 0 for none. */
function furthestStage(head: string, state: RepositoryState): number {
  return state.isKnown(head) ? containingStage(head, state) : WORK
}

/** The same for any commit of a card. */
export function containingStage(
  commit: string,
  { stageTips, missingFrom }: RepositoryState,
): number {
  const contains = (tip: string | undefined, stage: number) =>
    tip !== undefined && missingFrom[stage]?.has(commit) === false
  return Math.max(WORK, stageTips.findLastIndex(contains))
}
