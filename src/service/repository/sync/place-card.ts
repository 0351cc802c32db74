import { isInStage } from '../contents/find-facts.ts'
import type { RepositoryState } from './read-repository.ts'

export interface Place {
  /** Index of the column. */
  stage: number
  /** Whether this head was ever seen with commits that the first stage didn't have. */
  hadCommits: boolean
}

const WORK = 0

/**
 * The furthest stage that has the changes of a card: its branch contains the newest commit of the
 * card, or the same changes, and nothing has taken them back. A branch without a commit
 * of its own is work: its newest commit is on the first-parent line of a stage. A head that had
 * commits when it was seen before has been merged by a fast-forward.
 */
export function placeCard(
  { name, head }: { name: string; head: string },
  hadCommitsBefore: boolean,
  state: RepositoryState,
  firstParents: ReadonlySet<string>,
): Place {
  const hadCommits = hadCommitsBefore || state.ownCommits.has(head)
  const isOnLine = !hadCommits && firstParents.has(head)
  return { stage: isOnLine ? WORK : furthestStage(name, head, state), hadCommits }
}

/** Index of the last stage that has the changes of a card; 0 for none. */
function furthestStage(name: string, head: string, state: RepositoryState): number {
  const { stageTips, stageBranches, facts } = state
  if (!state.isKnown(head)) return WORK
  const known = (facts.get(name) ?? []).filter((fact) => fact.head === head)
  const has = (stage: number) => {
    const fact = known.find(({ branch }) => branch === stageBranches[stage])
    return stageTips[stage] !== undefined && isInStage(fact, hasAncestor(state, stage, head))
  }
  return Math.max(
    WORK,
    stageTips.findLastIndex((_, stage) => has(stage)),
  )
}

/** Index of the last stage whose branch contains a commit; 0 for none. */
export function containingStage(commit: string, state: RepositoryState): number {
  const found = state.stageTips.findLastIndex((_, stage) => hasAncestor(state, stage, commit))
  return Math.max(WORK, found)
}

/** Whether the branch of a stage contains a commit. */
export function hasAncestor(
  { stageTips, missingFrom }: Pick<RepositoryState, 'stageTips' | 'missingFrom'>,
  stage: number,
  commit: string,
): boolean {
  return stageTips[stage] !== undefined && missingFrom[stage]?.has(commit) === false
}
