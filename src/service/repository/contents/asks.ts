import type { ObjectSpace } from '../git/object-space.ts'
import type { Candidate } from './candidates.ts'
import { lastVerdict, type Search } from './history-search.ts'
import type { Judge } from './judge.ts'
import { type Change, type Judgment, type Question, questionOf, UNREADABLE } from './presence.ts'
import { runTogether } from './run-together.ts'
import type { HistoryBefore, StageHistories } from './stage-histories.ts'
import {
  type CommitMerge,
  type MergeResult,
  mergeCommits,
  mergeTrees,
  type TreeMerge,
} from './tree-merges.ts'

/** What a computation asks of git: each ask has one answer of its kind. */
type Ask =
  | { type: 'commits'; merge: CommitMerge }
  | { type: 'trees'; merge: TreeMerge }
  | { type: 'judgment'; question: Question }
  | { type: 'history'; of: HistoryBefore }

type Answer = MergeResult | Judgment | StageChanges

/** Commits of a stage that changed files of a card, newest first; undefined where none are known. */
interface StageChanges {
  candidates: readonly Candidate[] | undefined
}

/** A computation that asks, gets the answers, and may ask for more. */
export type Asks<Result> = Generator<readonly Ask[], Result, Answer[]>

export function* mergedCommits(merge: CommitMerge): Asks<MergeResult> {
  const [answer] = yield [{ type: 'commits', merge }]
  return answer && 'type' in answer ? answer : { type: 'impossible' }
}

export function* mergedTrees(merge: TreeMerge): Asks<MergeResult> {
  const [answer] = yield [{ type: 'trees', merge }]
  return answer && 'type' in answer ? answer : { type: 'impossible' }
}

export function* judged(change: Change, stage: string, renames = true): Asks<Judgment> {
  const [answer] = yield [{ type: 'judgment', question: questionOf(change, stage, renames) }]
  return answer && 'verdict' in answer ? answer : UNREADABLE
}

/** For questions that follow each other: the judge remembers the answers. */
export function* judgedTogether(questions: readonly Question[]): Asks<void> {
  if (questions.length > 1) yield questions.map((question) => ({ type: 'judgment', question }))
}

/**
 * Whether a stage had nothing of a change at one of its commits, where merges can't tell: the last
 * one before it decides of which they can. False where its history isn't known.
 */
export function* wasAbsent(change: Change, of: Omit<HistoryBefore, 'change'>): Asks<boolean> {
  const [answer] = yield [{ type: 'history', of: { ...of, change } }]
  if (!answer || !('candidates' in answer) || !answer.candidates) return false
  const verdict = yield* answeredByJudge(lastVerdict(change, answer.candidates))
  return verdict === 'absent'
}

function* answeredByJudge<Result>(search: Search<Result>): Asks<Result> {
  let next = search.next()
  while (!next.done) {
    const asks = next.value.map((question): Ask => ({ type: 'judgment', question }))
    const answers = yield asks
    next = search.next(answers.map((one) => ('verdict' in one ? one : UNREADABLE)))
  }
  return next.value
}

interface Answering {
  space: ObjectSpace
  judge: Judge
  /** Not needed by computations that don't ask for them. */
  histories?: StageHistories
}

/** Many side by side: what they ask for at the same time takes one process of each kind. */
export function runAsks<Result>(
  { space, judge, histories }: Answering,
  computations: readonly Asks<Result>[],
): Promise<Result[]> {
  return runTogether(computations, async (asks) => {
    const commits = asks.flatMap((ask) => (ask.type === 'commits' ? [ask.merge] : []))
    const trees = asks.flatMap((ask) => (ask.type === 'trees' ? [ask.merge] : []))
    const questions = asks.flatMap((ask) => (ask.type === 'judgment' ? [ask.question] : []))
    const befores = asks.flatMap((ask) => (ask.type === 'history' ? [ask.of] : []))
    const answers = {
      commits: (await mergeCommits(space, commits)).values(),
      trees: (await mergeTrees(space, trees)).values(),
      judgment: (await judge.decide(space, questions)).values(),
      history: ((await histories?.candidatesBefore(befores)) ?? []).values(),
    }
    return asks.map(({ type }) => answers[type].next().value ?? { type: 'impossible' })
  })
}
