import type { ObjectSpace } from '../git/object-space.ts'
import { type Asks, judged, mergedCommits, mergedTrees, runAsks } from './asks.ts'
import type { Judge } from './judge.ts'
import type { Change, Presence } from './presence.ts'

/** A card and a stage, without a ref or a commit that changes. */
export interface TriedMove {
  /** Undefined without a history in common with a stage. */
  change: Change | undefined
  /** Newest commit of the card. */
  head: string
  /** Newest commit of the stage, and its tree. */
  tip: string
  tree: string
  /** Whether the stage contains the newest commit of the card. */
  isContained: boolean
  /** Whether it's known that the stage has nothing of the change. */
  isAbsent?: boolean
}

export type TriedPromotion =
  /** The stage has it already, or it changes nothing. */
  | { type: 'nothing' }
  /** git's merge, then what it leaves out because it was taken back before. `tree` is the result. */
  | { type: 'brings'; hasMerge: boolean; hasRest: boolean; tree: string }
  | { type: 'conflicts'; files: readonly string[] }
  /** The stage would have a part of the change only: it would lack some of it in these files. */
  | { type: 'leaves_part'; files: readonly string[] }
  /** Without a common history, or git can't merge them. */
  | { type: 'impossible' }

export type TriedRemoval =
  | { type: 'nothing' }
  | { type: 'removes'; tree: string }
  | { type: 'conflicts'; files: readonly string[] }
  /** A part of the change would stay. */
  | { type: 'leaves_part'; files: readonly string[] }
  | { type: 'impossible' }

/** In one space, many at a time: the same answers as for one. */
export function tryPromotions(
  space: ObjectSpace,
  judge: Judge,
  moves: readonly TriedMove[],
): Promise<TriedPromotion[]> {
  return runAsks({ space, judge }, moves.map(tryPromotion))
}

export function tryRemovals(
  space: ObjectSpace,
  judge: Judge,
  moves: readonly TriedMove[],
): Promise<TriedRemoval[]> {
  return runAsks({ space, judge }, moves.map(tryRemoval))
}

function* tryPromotion({
  change,
  head,
  tip,
  tree,
  isContained,
  isAbsent = false,
}: TriedMove): Asks<TriedPromotion> {
  if (!change) return { type: 'impossible' }
  if (change.base === change.head) return { type: 'nothing' }
  const isThere = !isAbsent && (yield* judged(change, tree)).verdict === 'present'
  if (isThere) return { type: 'nothing' }
  const merge = isContained ? undefined : yield* mergedCommits({ tip, head })
  if (merge && merge.type !== 'clean') return merge
  const merged = merge?.tree ?? tree
  const hasMerge = merge !== undefined
  if (yield* becomes('present', change, merged)) {
    return { type: 'brings', hasMerge, hasRest: false, tree: merged }
  }
  const rest = yield* mergedTrees({ base: change.base, ours: merged, theirs: change.head })
  if (rest.type !== 'clean') return rest
  if (yield* becomes('present', change, rest.tree)) {
    return { type: 'brings', hasMerge, hasRest: true, tree: rest.tree }
  }
  return { type: 'leaves_part', files: (yield* judged(change, rest.tree)).files }
}

function* tryRemoval({ change, tree }: TriedMove): Asks<TriedRemoval> {
  if (!change || change.base === change.head) return { type: 'nothing' }
  if ((yield* judged(change, tree)).verdict === 'absent') return { type: 'nothing' }
  const { base, head } = change
  const removed = yield* mergedTrees({ base: head, ours: tree, theirs: base, isRemoval: true })
  if (removed.type !== 'clean') return removed
  if (yield* becomes('absent', change, removed.tree)) return { type: 'removes', tree: removed.tree }
  return { type: 'leaves_part', files: (yield* judged(change, removed.tree)).files }
}

/** Whether the move makes it so. A move itself renames nothing. */
function* becomes(wanted: Presence, change: Change, tree: string): Asks<boolean> {
  const { verdict } = yield* judged(change, tree)
  if (verdict !== 'unclear') return verdict === wanted
  return (yield* judged(change, tree, false)).verdict === wanted
}
