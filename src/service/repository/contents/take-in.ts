import { type Asks, judged, mergedTrees, wasAbsent } from './asks.ts'
import type { Change } from './presence.ts'

/** What a branch continues on. */
interface TakenIn {
  commit: string
  tree: string
  /**
   * The commit of the first stage from which on the stage can have a part of the card; undefined
   * when it isn't known.
   */
  began: string | undefined
}

/**
 * The branch continues on a commit, of which the card may have a part. `isHeadNeeded` says whether
 * the head counts afterwards.
 */
export function* takeIn(
  { base, head }: Change,
  taken: TakenIn,
  isHeadNeeded = false,
): Asks<Change> {
  const { tree } = taken
  const onTree = yield* judged({ base, head }, tree)
  if (onTree.conflictsWhenAdded) return yield* takeInConflicting({ base, head }, taken)
  if (onTree.verdict === 'absent' && !isHeadNeeded) return { base: tree, head }
  const all = yield* mergedTrees({ base, ours: tree, theirs: head })
  const without = yield* mergedTrees({ base: head, ours: tree, theirs: base, isRemoval: true })
  if (all.type !== 'clean') return yield* takeInConflicting({ base, head }, taken)
  if (without.type === 'clean') return { base: without.tree, head: all.tree }
  // A new file there with the text of a new one of the card looks like that one, renamed.
  const { verdict } = yield* judged({ base, head }, tree, false)
  const isAbsent = verdict === 'absent' || (yield* wasAbsent({ base, head }, taken))
  return isAbsent ? { base: tree, head: all.tree } : { base, head }
}

/**
 * Conflicts with what others did there: who resolved them started from it. Where a part of the card
 * had come before them, nothing tells that part from what others made of it, and the base stays.
 */
function* takeInConflicting(change: Change, taken: TakenIn): Asks<Change> {
  return (yield* wasAbsent(change, taken)) ? { base: taken.tree, head: change.head } : change
}
