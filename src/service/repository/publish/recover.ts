import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { writeTransaction } from '../../store/write-transaction.ts'
import { type PlannedPromotion, unfinishedPromotions } from '../config/repository-rows.ts'
import { hasRemote } from '../git/remote.ts'
import type { Repository } from '../git/repository.ts'
import { withDeadline } from '../git/with-deadline.ts'
import { isPublishing } from './publishing-process.ts'
import {
  checkedOutBranches,
  isWorkTreeBehind,
  type Recovery,
  recoverRefs,
  reversed,
  updateRefs,
  updateWorkTree,
} from './update-refs.ts'

export type RecoveredPlans = 'finished' | 'stuck' | 'later'

/**
 * Finishes or undoes the promotions that a killed process has left. The next sync then makes the
 * cards what the repository says. `stuck` when one of them can't be finished yet, and `later` when
 * another process may be at it.
 */
export async function recoverPromotions(
  repository: Repository,
  db: Kysely<Tables>,
  boardId: number,
  mayUpdateWorkTree: boolean,
  stopping: AbortSignal,
): Promise<RecoveredPlans> {
  const plans = await unfinishedPromotions(db, boardId)
  if (plans.length === 0) return 'finished'
  return withDeadline(MAX_WAIT_MS, [stopping], (signal) =>
    recoverEach(repository, db, plans, mayUpdateWorkTree, signal),
  )
}

async function recoverEach(
  repository: Repository,
  db: Kysely<Tables>,
  plans: readonly PlannedPromotion[],
  mayUpdateWorkTree: boolean,
  signal: AbortSignal,
): Promise<RecoveredPlans> {
  let result: RecoveredPlans = 'finished'
  for (const plan of plans) {
    if (isPublishing(plan, new Date())) {
      if (result === 'finished') result = 'later'
      continue
    }
    const recovery = await recover(repository, plan, signal)
    if (recovery === 'stuck') {
      result = 'stuck'
      continue
    }
    if (recovery === 'done' && mayUpdateWorkTree) await updateWorkTrees(repository, plan)
    await writeTransaction({ db }, async (tx) => {
      await tx
        .updateTable('move_intents')
        .set({ state: recovery === 'done' ? 'promoted' : 'abandoned' })
        .where('id', '=', plan.intentId)
        .execute()
      await tx.deleteFrom('ref_updates').where('intent_id', '=', plan.intentId).execute()
    })
  }
  return result
}

/** For the remote, and all plans: a start or a move waits for it. */
const MAX_WAIT_MS = 8_000

async function recover(
  repository: Repository,
  plan: PlannedPromotion,
  signal: AbortSignal,
): Promise<Recovery> {
  const { git, isRemote } = repository
  const recovery = await recoverRefs(git, plan.updates, new Date(plan.createdAt))
  if (!isRemote || recovery !== 'done') return recovery
  // The remote has all of it or nothing. What it has counts, and the next fetch brings it.
  const remote = { git: git.until(signal), source: repository.source }
  if (await hasRemote(remote, plan.updates)) return 'done'
  const undone = await updateRefs(git, reversed(plan.updates))
  return undone.type === 'updated' ? 'undone' : 'stuck'
}

async function updateWorkTrees(
  { git, isRemote }: Repository,
  { updates }: PlannedPromotion,
): Promise<void> {
  if (isRemote) return
  for (const workTree of await checkedOutBranches(git)) {
    const update = updates.find(({ ref }) => ref === `refs/heads/${workTree.branch}`)
    const isFree = update && !workTree.isBusy
    if (isFree && (await isWorkTreeBehind(git, workTree, update))) {
      await updateWorkTree(git, workTree, update)
    }
  }
}
