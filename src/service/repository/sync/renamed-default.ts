import { messages } from '../../messages/messages.ts'
import type { Database } from '../../store/open-database.ts'
import { saveDefaultBranch, storedBranches } from '../config/repository-rows.ts'
import { type Ref, symbolicRef } from '../git/read-refs.ts'
import { remoteHead } from '../git/remote.ts'
import type { Repository } from '../git/repository.ts'
import type { ConfigSource } from './sync-config.ts'

const HEADS = 'refs/heads/'

/** Why a board can't follow its repository. A person can mend it: the message says how. */
export class SyncProblem extends Error {
  override readonly name = 'SyncProblem'
}

interface FollowedBoard {
  repository: Repository
  boardId: number
  database: Database
  stopping: AbortSignal
}

/**
 * With the branch that HEAD names, when the default branch was renamed. Throws a SyncProblem when it
 * is gone, and HEAD names no other one.
 */
export async function followDefault(
  { repository, boardId, database, stopping }: FollowedBoard,
  source: ConfigSource,
  refs: readonly Ref[],
): Promise<ConfigSource> {
  const names = new Set(refs.map(({ name }) => name))
  if (names.has(source.defaultBranch)) return source
  const stored = await storedBranches(database.reader, boardId)
  const cards = new Set(stored.map(({ name }) => name))
  const renamed = await renamedDefault(repository, names, cards, stopping)
  // The repository was emptied or replaced, which says nothing about the cards.
  if (renamed === undefined) {
    throw new SyncProblem(messages.repository.defaultBranchGone(source.defaultBranch))
  }
  await saveDefaultBranch(database.db, boardId, renamed)
  return { ...source, defaultBranch: renamed }
}

/**
 * The branch that HEAD names now that the default branch is gone; undefined when HEAD doesn't say.
 * On this machine, HEAD is what somebody works on, so a card's branch is no new default branch.
 */
async function renamedDefault(
  { git, source, isRemote }: Repository,
  branches: ReadonlySet<string>,
  cards: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const remote = { git: git.until(signal), source }
  const head = isRemote ? await remoteHead(remote) : await symbolicRef(git, 'HEAD')
  const name = head?.startsWith(HEADS) ? head.slice(HEADS.length) : ''
  const isNew = isRemote || !cards.has(name)
  return branches.has(name) && isNew ? name : undefined
}
