import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { messages } from '../../messages/messages.ts'
import type { Git } from '../git/git.ts'
import { readRef } from '../git/read-refs.ts'
import type { RefUpdate } from '../git/repository.ts'

export type UpdateResult =
  | { type: 'updated' }
  /** A ref isn't at its old commit any more. */
  | { type: 'moved' }
  | { type: 'locked'; file: string }
  | { type: 'failed'; reason: string }

/** For files on this machine. */
const UPDATE_TIMEOUT_MS = 10_000

/** Changes all of the refs or none, if they are still at their old commits. */
export async function updateRefs(git: Git, updates: readonly RefUpdate[]): Promise<UpdateResult> {
  const lines = updates.map(
    ({ ref, oldCommit, newCommit }) => `update ${ref}\0${newCommit}\0${oldCommit}\0`,
  )
  const input = ['start\0', ...lines, 'prepare\0', 'commit\0'].join('')
  const options = { input, timeoutMs: UPDATE_TIMEOUT_MS }
  const result = await git.run(['update-ref', '-z', '--stdin'], options)
  if (result.code === 0) return { type: 'updated' }
  const file = /Unable to create '([^']+\.lock)': File exists/.exec(result.stderr)?.[1]
  if (file !== undefined) return { type: 'locked', file }
  if (/but expected|reference already exists|unable to resolve reference/.test(result.stderr)) {
    return { type: 'moved' }
  }
  return { type: 'failed', reason: result.stderr.trim() }
}

export function reversed(updates: readonly RefUpdate[]): RefUpdate[] {
  return updates.map(({ ref, oldCommit, newCommit }) => ({
    ref,
    oldCommit: newCommit,
    newCommit: oldCommit,
  }))
}

export type Recovery =
  /** All branches contain the new commits. */
  | 'done'
  /** None has its new commit. */
  | 'undone'
  /** Neither: another process has locked a branch. */
  | 'stuck'

/**
 * Finishes a recorded transaction of which a killed process has moved only some branches, or undoes
 * it when somebody else has moved one of them elsewhere.
 */
export async function recoverRefs(
  git: Git,
  updates: readonly RefUpdate[],
  startedAt: Date,
): Promise<Recovery> {
  await removeOwnLocks(git, updates, startedAt)
  const current = await Promise.all(updates.map(({ ref }) => readRef(git, ref)))
  const states = await Promise.all(
    updates.map((update, index) => stateOf(git, update, current[index])),
  )
  const at = (state: RefState) => updates.filter((_, index) => states[index] === state)
  const isElsewhere = states.includes('elsewhere')
  const pending = isElsewhere ? reversed(at('new')) : at('old')
  if (pending.length > 0 && (await updateRefs(git, pending)).type !== 'updated') return 'stuck'
  return isElsewhere ? 'undone' : 'done'
}

type RefState = 'old' | 'new' | 'beyond' | 'elsewhere'

async function stateOf(
  git: Git,
  { oldCommit, newCommit }: RefUpdate,
  current: string | undefined,
): Promise<RefState> {
  if (current === oldCommit) return 'old'
  if (current === newCommit) return 'new'
  if (current === undefined) return 'elsewhere'
  // Somebody has pushed on top.
  const { code } = await git.run(['merge-base', '--is-ancestor', newCommit, current])
  return code === 0 ? 'beyond' : 'elsewhere'
}

/**
 * A lock of this transaction is empty or names its new commit, and isn't older than its record. git
 * locks HEAD too when it is one of the branches.
 */
async function removeOwnLocks(
  git: Git,
  updates: readonly RefUpdate[],
  startedAt: Date,
): Promise<void> {
  const { stdout } = await git.run(['symbolic-ref', '--quiet', 'HEAD'])
  const isHead = updates.some(({ ref }) => ref === stdout.trim())
  const names = [...updates.map(({ ref }) => ref), ...(isHead ? ['HEAD'] : [])]
  const own = new Set(['', ...updates.map(({ newCommit }) => newCommit)])
  for (const name of names) {
    const file = join(git.directory, `${name}.lock`)
    if (!existsSync(file)) continue
    const isNewer = statSync(file).mtimeMs >= startedAt.getTime() - 1_000
    if (isNewer && own.has(readFileSync(file, 'utf8').trim())) rmSync(file, { force: true })
  }
}

export interface WorkTree {
  path: string
  branch: string
  /** Whether somebody rebases or bisects the branch there: it is checked out again afterwards. */
  isBusy?: boolean
}

/** Work trees by the branch that they hold. */
export async function checkedOutBranches(git: Git): Promise<WorkTree[]> {
  return [...(await checkedOut(git)), ...busyBranches(git.directory)]
}

/** What git moves when it has ended. */
const BUSY_FILES = ['rebase-merge/head-name', 'rebase-apply/head-name', 'BISECT_START']
/** The other branches of a rebase with --update-refs: a ref, and two lines with its commits. */
const MOVED_TOO = 'rebase-merge/update-refs'

/** HEAD is detached meanwhile, so git's list of work trees doesn't name the branch. */
function busyBranches(directory: string): WorkTree[] {
  const added = join(directory, 'worktrees')
  const names = existsSync(added) ? readdirSync(added) : []
  return [directory, ...names.map((name) => join(added, name))].flatMap((own) =>
    busyRefs(own).map((ref) => {
      const link = readIfThere(join(own, 'gitdir')).trim()
      const branch = ref.replace(/^refs\/heads\//, '')
      return { path: resolve(link || own, '..'), branch, isBusy: true }
    }),
  )
}

function busyRefs(directory: string): string[] {
  const ends = BUSY_FILES.map((file) => readIfThere(join(directory, file)).trim())
  const moved = readIfThere(join(directory, MOVED_TOO)).split('\n')
  return [...ends, ...moved.filter((line) => line.startsWith('refs/heads/'))].filter(Boolean)
}

function readIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

async function checkedOut(git: Git): Promise<WorkTree[]> {
  const isBare = (await git.run(['config', '--bool', 'core.bare'])).stdout.trim() === 'true'
  const text = await git.read(['worktree', 'list', '--porcelain', '-z'])
  return text.split('\0\0').flatMap((block, index) => {
    const fields = new Map(
      block.split('\0').map((line) => [line.split(' ', 1)[0] ?? '', line.replace(/^\S+ ?/, '')]),
    )
    const path = fields.get('worktree')
    const branch = fields.get('branch')?.replace(/^refs\/heads\//, '')
    const isMainOfBare = index === 0 && (isBare || fields.has('bare'))
    return path && branch && !isMainOfBare && existsSync(path) ? [{ path, branch }] : []
  })
}

/** Why a work tree can't follow its branch; undefined when it can. */
export async function workTreeProblem(
  git: Git,
  { path, branch }: WorkTree,
  { oldCommit, newCommit }: RefUpdate,
): Promise<string | undefined> {
  const tree = git.inWorkTree(path)
  const status = await tree.run(['status', '--porcelain', '--untracked-files=no'])
  const isClean = status.code === 0 && status.stdout.trim() === ''
  if (!isClean) return messages.repository.workTreeDirty(branch, path)
  // A file that git doesn't know can be in the way, or another process can have the index.
  const lock = (await tree.read(['rev-parse', '--git-path', 'index.lock'])).trim()
  if (existsSync(resolve(path, lock))) return messages.repository.locked(resolve(path, lock))
  const attempt = await tree.run(['read-tree', '-n', '-m', '-u', oldCommit, newCommit])
  return attempt.code === 0 ? undefined : messages.repository.workTreeDirty(branch, path)
}

/** Makes a clean work tree that of the new commit. */
export async function updateWorkTree(
  git: Git,
  { path }: WorkTree,
  { oldCommit, newCommit }: RefUpdate,
): Promise<void> {
  await git.inWorkTree(path).read(['read-tree', '-m', '-u', oldCommit, newCommit])
}

/** Whether a killed process has moved the branch, and not yet the files. */
export async function isWorkTreeBehind(
  git: Git,
  { path }: WorkTree,
  { oldCommit }: RefUpdate,
): Promise<boolean> {
  const args = ['diff-index', '--cached', '--quiet', oldCommit]
  return (await git.inWorkTree(path).run(args)).code === 0
}
