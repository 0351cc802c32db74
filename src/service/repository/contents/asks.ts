import type { ObjectSpace } from '../git/object-space.ts'
import type { Judge } from './judge.ts'
import { type Change, type Judgment, type Question, UNREADABLE } from './presence.ts'
import { runTogether } from './run-together.ts'
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

/** A computation that asks, gets the answers, and may ask for more. */
export type Asks<Result> = Generator<readonly Ask[], Result, (MergeResult | Judgment)[]>

export function* mergedCommits(merge: CommitMerge): Asks<MergeResult> {
  const [answer] = yield [{ type: 'commits', merge }]
  return answer && 'type' in answer ? answer : { type: 'impossible' }
}

export function* mergedTrees(merge: TreeMerge): Asks<MergeResult> {
  const [answer] = yield [{ type: 'trees', merge }]
  return answer && 'type' in answer ? answer : { type: 'impossible' }
}

export function* judged(change: Change, stage: string, renames = true): Asks<Judgment> {
  const [answer] = yield [{ type: 'judgment', question: { ...change, stage, renames } }]
  return answer && 'verdict' in answer ? answer : UNREADABLE
}

/** Many side by side: what they ask for at the same time takes one process of each kind. */
export function runAsks<Result>(
  { space, judge }: { space: ObjectSpace; judge: Judge },
  computations: readonly Asks<Result>[],
): Promise<Result[]> {
  return runTogether(computations, async (asks) => {
    const commits = asks.flatMap((ask) => (ask.type === 'commits' ? [ask.merge] : []))
    const trees = asks.flatMap((ask) => (ask.type === 'trees' ? [ask.merge] : []))
    const questions = asks.flatMap((ask) => (ask.type === 'judgment' ? [ask.question] : []))
    const answers = {
      commits: (await mergeCommits(space, commits)).values(),
      trees: (await mergeTrees(space, trees)).values(),
      judgment: (await judge.decide(space, questions)).values(),
    }
    return asks.map(({ type }) => answers[type].next().value ?? { type: 'impossible' })
  })
}
