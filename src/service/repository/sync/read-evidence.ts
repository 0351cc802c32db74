import type { PlacedBy } from '#contract/card-values.ts'
import type { StageRow } from '../../store/board-reader.ts'
import type { Evidence } from '../../store/evidence.ts'
import { commitsOf } from '../contents/own-changes.ts'
import type { StageFact } from '../contents/stage-facts.ts'
import { plainText } from '../git/plain-text.ts'
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
  const facts = (state.facts.get(name) ?? []).filter((fact) => fact.head === head)
  const branch = state.stageNames[stage]
  const fact = facts.find((one) => one.branch === branch)
  const after = facts.find((one) => one.branch === state.stageNames[stage + 1])
  const isByContent = fact?.placedBy === 'content'
  const byAncestry = branch === undefined ? undefined : state.arrivals.commitFor(branch, head)
  return {
    stageId: stages[stage]?.id ?? 0,
    isDeleted,
    commits: isOwn ? commitsOf(head, state.ownCommits).length : before?.commits,
    committedAt,
    author: plainText(author),
    placedBy: placedBy(branch, fact),
    placedAt: isByContent ? fact.commits.at(-1) : byAncestry,
    release: state.tags[stage] && state.releases.get(name),
    revertedBy: after?.revertedBy,
  }
}

function placedBy(branch: string | undefined, fact: StageFact | undefined): PlacedBy {
  if (branch === undefined) return 'work'
  return fact?.placedBy ?? 'ancestry'
}

export function evidenceText(evidence: Evidence): string {
  return JSON.stringify(evidence)
}
