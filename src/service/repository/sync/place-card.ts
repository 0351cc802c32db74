import { hasChanges } from '../contents/find-facts.ts'
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
  return { stage: isOnLine ? WORK : furthestStage({ name, head }, state), hadCommits }
}

/** Index of the last stage that has the changes of a card; 0 for none. */
function furthestStage(card: { name: string; head: string }, state: RepositoryState): number {
  if (!state.isKnown(card.head)) return WORK
  const found = state.stageTips.findLastIndex((_, stage) => isInStage(state, card, stage))
  return Math.max(WORK, found)
}

/**
 * Whether a stage has the changes of a card, by ancestry or content, and nothing took them back.
 */
export function isInStage(
  state: RepositoryState,
  { name, head }: { name: string; head: string },
  stage: number,
): boolean {
  if (state.stageTips[stage] === undefined) return false
  const branch = state.stageNames[stage]
  const facts = state.facts.get(name) ?? []
  const fact = facts.find((one) => one.branch === branch && one.head === head)
  return hasChanges(fact, hasAncestor(state, stage, head))
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
