import type { Kysely } from 'kysely'
import { type PromotionResult, rejected } from '../../gate/gate.ts'
import { messages } from '../../messages/messages.ts'
import type { Tables } from '../../store/tables.ts'
import { removeRefUpdates, saveRefUpdates } from '../config/repository-rows.ts'
import { hasRemote, printable, pushToRemote } from '../git/remote.ts'
import type { RefUpdate, Repository } from '../git/repository.ts'
import { withDeadline } from '../git/with-deadline.ts'
import { THIS_PROCESS } from './publishing-process.ts'
import {
  checkedOutBranches,
  recoverRefs,
  reversed,
  updateRefs,
  updateWorkTree,
  type WorkTree,
  workTreeProblem,
} from './update-refs.ts'

export interface PublishOptions {
  /** Whether a clean work tree follows its branch. */
  updateWorkTree: boolean
  /** Ends the connection to a remote. */
  signal: AbortSignal
}

type Followers = { workTree: WorkTree; update: RefUpdate }[]

/**
 * Moves the branches to the planned commits: all or none. The plan is recorded before the first ref
 * moves, so that a killed process can be recovered from. Undefined when a branch isn't at its old
 * commit any more.
 */
export async function publish(
  repository: Repository,
  db: Kysely<Tables>,
  intentId: string,
  updates: readonly RefUpdate[],
  options: PublishOptions,
): Promise<PromotionResult | undefined> {
  const followers = await findFollowers(repository, updates, options)
  if (!Array.isArray(followers)) return followers
  await saveRefUpdates(db, intentId, updates, THIS_PROCESS)
  const failure = await moveBranches(repository, db, intentId, updates)
  if (failure !== 'none') return failure
  const { git } = repository
  try {
    for (const { workTree, update } of followers) await updateWorkTree(git, workTree, update)
  } catch {
    return undo(repository, db, intentId, updates, workTreeFailure(followers))
  }
  if (!repository.isRemote) return { type: 'promoted' }
  return push(repository, db, intentId, updates, options.signal)
}

/** Why the branches are where they were; undefined when one of them has moved in between. */
async function moveBranches(
  { git, source }: Repository,
  db: Kysely<Tables>,
  intentId: string,
  updates: readonly RefUpdate[],
): Promise<PromotionResult | undefined | 'none'> {
  const startedAt = new Date()
  const result = await updateRefs(git, updates)
  if (result.type === 'updated') return 'none'
  // git was killed, perhaps between two branches.
  const recovery = result.type === 'failed' ? await recoverRefs(git, updates, startedAt) : 'undone'
  if (recovery === 'done') return 'none'
  if (recovery === 'stuck') {
    return rejected('repository_unfinished', messages.repository.unfinished(source), 503)
  }
  await removeRefUpdates(db, intentId)
  if (result.type === 'moved') return undefined
  if (result.type === 'locked') {
    return rejected('repository_locked', messages.repository.locked(result.file))
  }
  const reason = result.type === 'failed' ? printable(result.reason) : ''
  return rejected('repository_failed', messages.repository.failed(reason), 503)
}

/** The work trees that have to follow, or why the branches can't be moved. */
async function findFollowers(
  { git, isRemote }: Repository,
  updates: readonly RefUpdate[],
  options: PublishOptions,
): Promise<Followers | PromotionResult> {
  if (isRemote) return []
  const followers: Followers = []
  for (const workTree of await checkedOutBranches(git)) {
    const { branch } = workTree
    const update = updates.find(({ ref }) => ref === `refs/heads/${branch}`)
    if (!update) continue
    const problem = await followProblem(git, workTree, update, options)
    if (problem !== undefined) return rejected('branch_checked_out', problem)
    followers.push({ workTree, update })
  }
  return followers
}

/** Why a work tree can't follow; undefined when it can. */
async function followProblem(
  git: Repository['git'],
  workTree: WorkTree,
  update: RefUpdate,
  { updateWorkTree: mayUpdate }: PublishOptions,
): Promise<string | undefined> {
  const { branch, path, isBusy = false } = workTree
  if (isBusy) return messages.repository.rebased(branch, path)
  if (mayUpdate) return workTreeProblem(git, workTree, update)
  return messages.repository.checkedOut(branch, path)
}

function workTreeFailure(followers: Followers): PromotionResult {
  const paths = followers.map(({ workTree }) => workTree.path).join(', ')
  return rejected('branch_checked_out', messages.repository.workTreeFailed(paths))
}

/** Moves the branches back, and returns `result` when they are. Otherwise the plan stays. */
async function undo<Result>(
  { git, source }: Repository,
  db: Kysely<Tables>,
  intentId: string,
  updates: readonly RefUpdate[],
  result: Result,
): Promise<Result | PromotionResult> {
  if ((await updateRefs(git, reversed(updates))).type !== 'updated') {
    return rejected('repository_unfinished', messages.repository.unfinished(source), 503)
  }
  await removeRefUpdates(db, intentId)
  return result
}

/** After the deadline of the move, and after the time that a stop leaves. */
const LAST_LOOK_MS = 1_500

/** The remote decides. If it doesn't accept all of it, the own refs go back. */
async function push(
  repository: Repository,
  db: Kysely<Tables>,
  intentId: string,
  updates: readonly RefUpdate[],
  signal: AbortSignal,
): Promise<PromotionResult | undefined> {
  const remote = { git: repository.git.until(signal), source: repository.source }
  const result = await pushToRemote(remote, updates)
  if (result.type === 'pushed') return { type: 'promoted' }
  // The connection can have ended after the remote had accepted the push.
  const isUnknown = result.type === 'unreachable'
  const { git, source } = repository
  const isThere = (last: AbortSignal) => hasRemote({ git: git.until(last), source }, updates)
  if (isUnknown && (await withDeadline(LAST_LOOK_MS, [], isThere))) return { type: 'promoted' }
  const undone = await undo(repository, db, intentId, updates, undefined)
  if (undone !== undefined) return undone
  if (result.type === 'refused') {
    const reason = messages.repository.remoteRefused(result.reason)
    return { type: 'refused', code: 'remote_refused', reason }
  }
  if (result.type === 'moved') return undefined
  const reason = messages.repository.remoteUnreachable(result.reason)
  return rejected('repository_unreachable', reason, 503)
}
