import { type Candidate, MAX_IN_ALL, withoutUndone } from './candidates.ts'
import { type Change, type Judgment, type Presence, type Question, questionOf } from './presence.ts'

/** The history of a stage, as far as it can have changed what the stage has of a card. */
export interface SearchedHistory {
  /** Tree of the newest commit, and its verdict. */
  tree: string
  tip: Judgment
  /** Newest first. */
  candidates: readonly Candidate[]
  /** Whether something says that the stage once had the change. */
  mayHaveHad: boolean
  /** The newest commit that made a file what the change makes of it. */
  telling: string | undefined
  /** Tree of the stage before the card began, if that is known. */
  before: string | undefined
  /** Whether there is more history than these candidates are of. */
  isCut: boolean
}

/** What a search has found. */
export interface Found {
  verdict: Exclude<Presence, 'unclear'>
  missing: readonly string[]
  /** The commit since which it's so; undefined when it was never different. */
  since: string | undefined
}

/** Asks for verdicts, and gets them. */
export type Search<Result> = Generator<readonly Question[], Result, Judgment[]>

/** Few at first: mostly, one of the newest commits has the answer. */
const CHUNKS = [2, 6, 24, 96, MAX_IN_ALL]

/**
 * The last commit whose verdict was clear decides; with none, the change is absent. `since` is the
 * oldest commit of those that say the same.
 */
export function* searchHistory(change: Change, history: SearchedHistory): Search<Found> {
  if (history.tip.verdict !== 'unclear') return yield* searchAll(change, history)
  const { candidates, undoneBy } = withoutUndone(history.candidates)
  const found = yield* searchAll(change, { ...history, candidates })
  return undoneBy === undefined ? found : { ...found, since: undoneBy }
}

function* searchAll(change: Change, history: SearchedHistory): Search<Found> {
  const found = clearVerdict(history.tip)
  if (found) return yield* searchSince(change, history, found)
  const last = yield* lastClear(change, history.candidates)
  if (!last) return ABSENT
  const changed = yield* withoutRenames(change, history, last)
  return changed ?? (yield* searchSince(change, history, last.found))
}

/** The last clear verdict of these, newest first; with none, the change is absent. */
export function* lastVerdict(change: Change, all: readonly Candidate[]): Search<Found['verdict']> {
  const last = yield* lastClear(change, withoutUndone(all).candidates)
  return last?.found.verdict ?? ABSENT.verdict
}

/** The newest candidate with a clear verdict. */
function* lastClear(
  change: Change,
  candidates: readonly Candidate[],
): Search<ClearState | undefined> {
  for (const states of chunksOf(candidates)) {
    const [first] = clearStates(states, yield questionsFor(change, states))
    if (first) return first
  }
  return undefined
}

/** Since when a verdict holds. */
function* searchSince(change: Change, history: SearchedHistory, found: Verdicts): Search<Found> {
  if (found.verdict === 'absent' && !history.mayHaveHad) return ABSENT
  if (found.verdict === 'present' && (yield* isBroughtByTelling(change, history))) {
    return { ...found, since: history.telling }
  }
  let since: string | undefined
  for (const states of chunksOf(history.candidates)) {
    const clear = clearStates(states, yield questionsFor(change, states))
    const other = clear.findIndex((one) => one.found.verdict !== found.verdict)
    const same = other < 0 ? clear : clear.slice(0, other)
    since = same.at(-1)?.candidate.id ?? since
    if (other >= 0) return { ...found, since }
  }
  if (found.verdict === 'absent') return ABSENT
  return (yield* wasSo(change, history, found, since)) ? ABSENT : { ...found, since }
}

/** Whether the commit that tells the most brought the change: the one before it says otherwise. */
function* isBroughtByTelling(
  change: Change,
  { candidates, telling }: SearchedHistory,
): Search<boolean> {
  const place = candidates.findIndex(({ id }) => id === telling)
  if (place < 0) return false
  const states = candidates.slice(place, place + 2)
  const [own, before] = yield questionsFor(change, states)
  return (
    own?.verdict === 'present' && (before?.verdict === 'absent' || before?.verdict === 'partly')
  )
}

/** The candidates in growing chunks. */
function chunksOf(candidates: readonly Candidate[]): (readonly Candidate[])[] {
  let start = 0
  const chunks = CHUNKS.map((size) => {
    start += size
    return candidates.slice(start - size, start)
  })
  return chunks.filter(({ length }) => length > 0)
}

interface ClearState {
  candidate: Candidate
  found: Verdicts
}

type Verdicts = Omit<Found, 'since'>

function clearStates(states: readonly Candidate[], answers: readonly Judgment[]): ClearState[] {
  return states.flatMap((candidate, index) => {
    const found = answers[index] && clearVerdict(answers[index])
    return found ? [{ candidate, found }] : []
  })
}

/**
 * A stage that was so before the card began has got nothing of it: it only happens to lack what the
 * card removes.
 */
function* wasSo(
  change: Change,
  { before, isCut }: SearchedHistory,
  { verdict }: Verdicts,
  since: string | undefined,
): Search<boolean> {
  if (before === undefined) return since === undefined && !isCut
  const [answer] = yield [questionOf(change, before)]
  return answer?.verdict === verdict
}

const ABSENT = { verdict: 'absent', missing: [], since: undefined } as const

/**
 * A file that the stage doesn't have any more looks renamed where another one has the same
 * contents. Only the commit that removes it can have renamed it, and only to a file that it adds. So
 * after a commit with a clear verdict, each file counts by its own name as far as the first commit
 * that does both. Undefined when that changes nothing.
 */
function* withoutRenames(
  change: Change,
  { tree, candidates }: SearchedHistory,
  { candidate: last, found: clear }: ClearState,
): Search<Found | undefined> {
  const newer = candidates.slice(0, candidates.indexOf(last)).reverse()
  const renaming = newer.findIndex(({ mayRename }) => mayRename)
  const plain = renaming < 0 ? newer : newer.slice(0, renaming)
  const states = [last, ...plain, ...(renaming < 0 ? [{ id: undefined, tree }] : [])]
  const answers = yield questionsFor(change, states, false)
  if (answers[0]?.verdict !== clear.verdict) return undefined
  let found: Found = { ...clear, since: last.id }
  for (const [index, answer] of answers.entries()) {
    const now = clearVerdict(answer)
    if (now && now.verdict !== found.verdict) found = { ...now, since: states[index]?.id }
  }
  return found.verdict === clear.verdict ? undefined : found
}

function questionsFor(
  change: Change,
  states: readonly { tree: string }[],
  renames?: boolean,
): Question[] {
  return states.map(({ tree }) => questionOf(change, tree, renames))
}

function clearVerdict({ verdict, files }: Judgment): Verdicts | undefined {
  return verdict === 'unclear' ? undefined : { verdict, missing: files }
}

/** Commits that brought a part of the change since it was last absent, newest first. */
export function* searchBringing(
  change: Change,
  candidates: readonly Candidate[],
): Search<string[]> {
  const answers = yield questionsFor(change, candidates)
  const clear = answers.flatMap((answer, index) => {
    const id = candidates[index]?.id
    return id === undefined || answer.verdict === 'unclear' ? [] : [{ id, ...answer }]
  })
  const first = clear.findIndex(({ verdict }) => verdict === 'absent')
  const since = first < 0 ? clear : clear.slice(0, first)
  const stateOf = (answer: Judgment | undefined) =>
    answer ? [answer.verdict, ...answer.files].join('\n') : 'absent'
  return since.flatMap((answer, index) => {
    return stateOf(answer) === stateOf(since[index + 1]) ? [] : [answer.id]
  })
}
