import type { StageRow } from '../../store/board-reader.ts'
import { type Evidence, parseStored } from '../../store/evidence.ts'
import { plainName, plainText } from '../git/plain-text.ts'
import { commitsOf } from '../git/read-commits.ts'
import { hasAncestor } from './place-card.ts'
import type { RepositoryState } from './read-repository.ts'

interface PlacedBranch {
  name: string
  head: string
  /** Index of its column. */
  stage: number
  isDeleted: boolean
  /** What was known of the same commit at the last sync. */
  before: Evidence | undefined
}

/** What a sync says about a card's branch, and why the card is in its column. */
export function readEvidence(
  state: RepositoryState,
  { name, head, stage, isDeleted, before }: PlacedBranch,
  stages: readonly StageRow[],
): Evidence {
  const { author = '', committedAt } = state.headCommits.get(head) ?? {}
  const isOwn = state.ownCommits.has(head)
  const facts = state.facts.get(name) ?? []
  const branch = state.stageNames[stage]
  const factOn = (index: number) => facts.find((one) => one.branch === state.stageNames[index])
  const isContained = hasAncestor(state, stage, head)
  const inStage = isContained ? 'ancestry' : 'content'
  const placedBy = branch === undefined ? 'work' : inStage
  const arrival = branch === undefined ? undefined : state.arrivals.commitFor(branch, head)
  const placedAt = isContained ? arrival : factOn(stage)?.broughtBy
  return {
    stageId: stages[stage]?.id ?? 0,
    isDeleted,
    commits: isOwn ? commitsOf(head, state.ownCommits).length : before?.commits,
    committedAt,
    author: plainText(author),
    placedBy: state.unknown.has(name) ? 'unknown' : placedBy,
    placedAt,
    enteredAt: placedAt && state.arrivals.timeOf(placedAt),
    release: state.tags[stage] && state.releases.get(name),
    revertedBy: factOn(stage + 1)?.revertedBy,
    partly: state.stageNames.flatMap((_, index) => {
      const fact = index > stage ? factOn(index) : undefined
      const stageId = stages[index]?.id
      return fact?.verdict === 'partly' && stageId !== undefined
        ? [{ stageId, files: fact.missing.map(plainName) }]
        : []
    }),
  }
}

/** Whether the service has found out where a card is. */
export function isPlaced({ evidence }: { evidence: string | null }): boolean {
  return parseStored<Evidence>(evidence)?.placedBy !== 'unknown'
}

export function evidenceText(evidence: Evidence): string {
  return JSON.stringify(evidence)
}
