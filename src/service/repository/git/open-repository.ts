import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { messages } from '../../messages/messages.ts'
import { runProcess } from '../../processes/run-process.ts'
import { checkGit, Git, gitEnvironment, RepositoryError, userEnvironment } from './git.ts'
import { MergeAttributes } from './merge-attributes.ts'
import { symbolicRef } from './read-refs.ts'
import { adoptFetchedRefs, fetchRemote, remoteFormat } from './remote.ts'
import type { Repository } from './repository.ts'
import { removeOldScratch } from './scratch-directory.ts'

const REMOTE = /^(https?|ssh|git|file):\/\/[^\s-]|^[\w.-]+@[\w.-]+:[^\s-]/i

/** Before a store is created for it: a wrong path must not leave one behind. */
export async function checkSource(source: string): Promise<void> {
  await checkGit()
  if (!isRemoteSource(source)) await locate(source)
}

/** Opens a repository on this machine, or clones one. Throws RepositoryError. */
export async function openRepository(source: string, data: string): Promise<Repository> {
  await checkGit()
  // git runs in other directories, too.
  const directory = resolve(data, 'repositories')
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const repository = await open(source, directory)
  await removeOldScratch(repository.merges.directory)
  return repository
}

function open(source: string, directory: string): Promise<Repository> {
  return isRemoteSource(source) ? openRemote(source, directory) : openLocal(source, directory)
}

function isRemoteSource(source: string): boolean {
  return /^[a-z][a-z\d+.-]*:|^[\w.-]+@[\w.-]+:/i.test(source) && !existsSync(source)
}

async function locate(path: string): Promise<string> {
  if (!existsSync(path) || !statSync(path).isDirectory()) {
    throw new RepositoryError(messages.repository.directoryMissing(path))
  }
  return findGitDirectory(path)
}

async function openLocal(path: string, directory: string): Promise<Repository> {
  const common = await locate(path)
  await checkOwner(path, common)
  const git = new Git(common)
  const isShallow = (await git.read(['rev-parse', '--is-shallow-repository'])).trim() === 'true'
  if (isShallow) throw new RepositoryError(messages.repository.shallow(path))
  const partial = await git.run(['config', '--get', 'extensions.partialClone'])
  if (partial.code === 0) throw new RepositoryError(messages.repository.partial(path))
  const merges = await openPrivate(join(directory, `${hashOf(common)}.git`), common)
  // Also ".bare": a name for people has no dot in front.
  const name = basename(common).startsWith('.') ? basename(resolve(common, '..')) : basename(common)
  const objects = join(common, 'objects')
  const places = { git, merges, objects, attributes: new MergeAttributes() }
  return { source: common, name: name.replace(/\.git$/, ''), ...places, isRemote: false }
}

/** The directory with the refs and objects, also for a work tree that was added. */
async function findGitDirectory(path: string): Promise<string> {
  const args = ['-c', 'safe.directory=*', '-C', path, 'rev-parse', '--git-common-dir']
  // Without GIT_CEILING_DIRECTORIES, a plain directory inside a repository would count as one.
  const env = { ...gitEnvironment(), GIT_CEILING_DIRECTORIES: resolve(path, '..') }
  const { code, stdout } = await runProcess('git', args, env, {})
  if (code !== 0) throw new RepositoryError(messages.repository.notRepository(path))
  return realpathSync(resolve(path, stdout.trim()))
}

/** git itself trusts only repositories of the same user, and those that the user has named. */
async function checkOwner(path: string, directory: string): Promise<void> {
  const user = process.getuid?.()
  if (user === undefined || statSync(directory).uid === user) return
  const args = ['config', '--global', '--get-all', 'safe.directory']
  const { stdout } = await runProcess('git', args, userEnvironment(), {})
  const trusted = stdout.split('\n').filter(Boolean)
  const isTrusted = [path, resolve(path), directory, '*'].some((name) => trusted.includes(name))
  if (!isTrusted) throw new RepositoryError(messages.repository.otherOwner(resolve(path)))
}

async function openPrivate(path: string, common: string): Promise<Git> {
  const format = await new Git(common).read(['rev-parse', '--show-object-format'])
  await createBare(path, format.trim())
  return new Git(path, { env: { GIT_OBJECT_DIRECTORY: join(common, 'objects') } })
}

/** A directory that is there keeps its format. */
async function createBare(path: string, format?: string): Promise<void> {
  const options = format === undefined ? [] : [`--object-format=${format}`]
  const { code, stderr } = await runProcess(
    'git',
    ['init', '--quiet', '--bare', '--template=', ...options, path],
    gitEnvironment(),
    {},
  )
  if (code !== 0) throw new RepositoryError(stderr.trim())
}

async function openRemote(url: string, directory: string): Promise<Repository> {
  // A token can be the user, too.
  const hasPassword = /^https?:\/\/[^/]*@|^[a-z]+:\/\/[^/@]*:[^/@]*@/i.test(url)
  if (!REMOTE.test(url) || hasPassword) throw new RepositoryError(messages.repository.urlInvalid)
  const path = join(directory, `${hashOf(url)}.git`)
  const isNew = !existsSync(path)
  await createBare(path, isNew ? await remoteFormat(url) : undefined)
  const git = new Git(path)
  const name = basename(url.replace(/\/+$/, '').replace(/\.git$/, '')).replace(/^.*:/, '')
  const objects = join(path, 'objects')
  const places = { git, merges: git, objects, attributes: new MergeAttributes() }
  const repository = { source: url, name, ...places, isRemote: true }
  if (!isNew && (await hasCommits(git))) return repository
  const result = await fetchRemote(repository, { isFirst: true })
  if (result.type !== 'fetched') {
    rmSync(path, { recursive: true, force: true })
    throw new RepositoryError(messages.repository.cloneFailed(url, result.reason))
  }
  await adoptFetchedRefs(git)
  return repository
}

async function hasCommits(git: Git): Promise<boolean> {
  return (await git.read(['for-each-ref', '--count=1', 'refs/heads'])).trim() !== ''
}

function hashOf(source: string): string {
  return createHash('sha256').update(source).digest('hex').slice(0, 16)
}

/**
 * The branch that .board.json is read from. The one of an earlier start stays: somebody who pushes
 * a branch, or deletes this one, must not choose another. Throws RepositoryError.
 */
export async function findDefaultBranch(
  { git, source, isRemote }: Repository,
  named: string | undefined,
  earlier: string | null,
): Promise<string> {
  const refs = await git.read(['for-each-ref', '--format=%(refname)', 'refs/heads'])
  const branches = new Set(refs.split('\n').filter(Boolean))
  const isBranch = (name: string) => branches.has(`refs/heads/${name}`)
  if (earlier !== null && (named === undefined || named === earlier)) return earlier
  if (branches.size === 0) throw new RepositoryError(messages.repository.noCommits(source))
  if (named !== undefined) {
    if (isBranch(named)) return withoutAlias(git, named)
    throw new RepositoryError(messages.repository.defaultBranchMissing(source, named))
  }
  const origin = await symbolicRef(git, 'refs/remotes/origin/HEAD')
  const remote = origin?.replace('refs/remotes/origin/', '')
  const head = (await symbolicRef(git, 'HEAD'))?.replace('refs/heads/', '')
  const candidates = isRemote
    ? [head, 'main', 'master']
    : [remote, 'main', 'master', branches.size === 1 ? head : undefined]
  const found = candidates.find((name) => name !== undefined && isBranch(name))
  if (found === undefined) throw new RepositoryError(messages.repository.noDefaultBranch(source))
  return withoutAlias(git, found)
}

/** The branch that a name stands for: `main` can be another name of `master`. */
async function withoutAlias(git: Git, name: string): Promise<string> {
  const target = await symbolicRef(git, `refs/heads/${name}`)
  return target?.startsWith('refs/heads/') ? target.slice('refs/heads/'.length) : name
}
