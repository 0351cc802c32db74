import { type Candidate, candidatesOf, tellingOf } from './candidates.ts'
import type { ChangedFile } from './changed-files.ts'
import { type Search, searchHistory } from './history-search.ts'
import type { NetChange } from './net-changes.ts'
import type { Judgment, Presence } from './presence.ts'
import type { StageFact } from './stage-facts.ts'
import type { StageFiles } from './stage-files.ts'
import type { HistorySince } from './stage-histories.ts'
import type { LineStep, StageHistory } from './stage-lines.ts'
import type { TouchedFiles } from './touched-files.ts'

/** A card's branch, or what is left of a deleted one, as the last sync knew it. */
export interface CardHead {
  name: string
  head: string
  net: NetChange | undefined
  facts: readonly StageFact[]
}

export interface StageState {
  branch: string
  tip: string
  /** Whether the stage contains a commit. */
  contains: (commit: string) => boolean
}

export interface SearchedCard extends CardHead {
  net: NetChange
  /** Undefined when git can't tell. */
  changes: readonly ChangedFile[] | undefined
}

/** A stage with what is looked for in it. */
export interface SearchedStage extends StageState {
  tree: string
  history: StageHistory
}

/** What the search in a stage's history reads. */
export interface SearchSources {
  since: (history: StageHistory, began: string | undefined) => HistorySince
  touched: TouchedFiles
}

/**
 * What a stage has of a card, where that came from, and what decides when the newest commit doesn't.
 * Returns the name of the branch, too.
 */
export function* searchFact(
  { branch, history, tip, tree, contains }: SearchedStage,
  { card: { name, net, changes = [] }, files, arrival }: OpenCard,
  judgment: Judgment,
  { since: historySince, touched }: SearchSources,
): Search<[string, StageFact]> {
  const isContained = contains(net.tip)
  const { steps, before, isCut } = historySince(history, net.began)
  const all = candidatesOf(steps, touched, changes)
  const candidates = arrival ? withArrival(all, arrival, steps, net) : all
  const telling = tellingOf(candidates, changes)?.id
  const mayHaveHad = isContained || telling !== undefined
  const searched = { tree, tip: judgment, candidates, mayHaveHad, telling, before, isCut }
  const { verdict, missing, since } = isEvident(judgment, isContained, mayHaveHad)
    ? { verdict: judgment.verdict, missing: judgment.files, since: undefined }
    : yield* searchHistory(net, searched)
  const fact: StageFact = {
    ...{ branch, base: net.base, head: net.head, verdict },
    files: judgment.verdict === 'unclear' ? keyAt(files.key, tip) : files.key,
    missing: missing.slice(0, MAX_FILES),
    ...(verdict === 'present' && !isContained ? { broughtBy: since } : {}),
    ...(verdict === 'absent' ? { revertedBy: since } : {}),
  }
  return [name, fact]
}

/** Whether the newest commit of a stage says enough, and no commit has to be named. */
function isEvident(
  judgment: Judgment,
  isContained: boolean,
  mayHaveHad: boolean,
): judgment is Judgment & { verdict: Exclude<Presence, 'unclear'> } {
  if (judgment.verdict === 'unclear') return false
  if (judgment.verdict === 'absent') return !mayHaveHad
  return isContained
}

/** Rises when the same history can decide otherwise: then it's asked again, once. */
const HISTORY_RULES = 2

/** For what the history of a stage has decided: it holds for this commit only. */
export function keyAt(key: string, tip: string): string {
  return `${key} ${tip} ${HISTORY_RULES}`
}

/** The page names some of them. */
const MAX_FILES = 50

/** A card that isn't known to be as it was. */
export interface OpenCard {
  card: SearchedCard
  files: StageFiles
  /** The commit of the stage that brought the newest commit of the card, where it's needed. */
  arrival?: string | undefined
}

/** The card's own newest commit is a part of the stage's history, where it came into it. */
function withArrival(
  candidates: readonly Candidate[],
  arrival: string,
  steps: readonly LineStep[],
  { head }: NetChange,
): Candidate[] {
  const found = steps.findIndex(({ id }) => id === arrival)
  const place = found < 0 ? steps.length : found
  const newer = candidates.filter((one) => one.place <= place)
  const own = { id: arrival, tree: head, place, chain: arrival, files: [], mayRename: false }
  return [...newer, own, ...candidates.slice(newer.length)]
}
