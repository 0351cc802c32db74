import type { RepositoryState } from './read-repository.ts'

const WORK = 0

/**
 * Index of the furthest column whose stage has the changes of a card. As long as these are unknown,
 * of the furthest one that has its commits.
 */
export function placeCard(card: { name: string; head: string }, state: RepositoryState): number {
  if (!state.isKnown(card.head)) return WORK
  const isIn = state.unknown.has(card.name)
    ? (stage: number) => hasAncestor(state, stage, card.head)
    : (stage: number) => isInStage(state, card, stage)
  const found = state.stageTips.findLastIndex((_, stage) => isIn(stage))
  return Math.max(WORK, found)
}

/** Whether a stage has all changes of a card. */
export function isInStage(
  state: RepositoryState,
  { name }: { name: string },
  stage: number,
): boolean {
  const branch = state.stageNames[stage]
  if (branch === undefined || state.stageTips[stage] === undefined) return false
  return state.facts.get(name)?.find((fact) => fact.branch === branch)?.verdict === 'present'
}

/** Whether the branch of a stage contains a commit. */
export function hasAncestor(
  { stageTips, missingFrom }: Pick<RepositoryState, 'stageTips' | 'missingFrom'>,
  stage: number,
  commit: string,
): boolean {
  return stageTips[stage] !== undefined && missingFrom[stage]?.has(commit) === false
}
