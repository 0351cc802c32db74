import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { messages } from '../../messages/messages.ts'
import { type ProcessResult, runProcess } from '../../processes/run-process.ts'
import { type Git, userEnvironment } from './git.ts'
import type { RefUpdate, Repository } from './repository.ts'

const CLONE_TIMEOUT_MS = 30 * 60_000
/** It holds up nothing else, and a large push takes its time. */
export const FETCH_TIMEOUT_MS = 5 * 60_000
const PUSH_TIMEOUT_MS = 60_000

/** Where a fetch puts the remote's refs: the board's own ones change only between promotions. */
const FETCHED = 'refs/fetched/'
const REFSPECS = ['heads', 'notes', 'tags'].map((kind) => `+refs/${kind}/*:${FETCHED}${kind}/*`)

/** `partial`: git has got the others, but not all of the refs. */
export type FetchResult = { type: 'fetched' } | { type: 'partial' | 'failed'; reason: string }

const FETCH = [
  'fetch',
  '--quiet',
  '--prune',
  '--no-tags',
  '--no-auto-gc',
  '--no-write-fetch-head',
  '--no-recurse-submodules',
]

/** A process that was killed leaves them. Nothing that works takes so long with a file. */
const LEFT_BEHIND_MS = 60_000

/** Removes the locks and packs that killed fetches have left in the service's own clone. */
function removeLeftBehind(directory: string): void {
  const isOld = (path: string) => {
    const file = statSync(path, { throwIfNoEntry: false })
    return file !== undefined && Date.now() - file.mtimeMs > LEFT_BEHIND_MS
  }
  const locks = filesIn(join(directory, FETCHED)).filter((path) => path.endsWith('.lock'))
  const packs = filesIn(join(directory, 'objects/pack')).filter((path) =>
    basename(path).startsWith('tmp_'),
  )
  for (const path of [...locks, ...packs, join(directory, 'packed-refs.lock')]) {
    if (isOld(path)) rmSync(path, { force: true })
  }
}

function filesIn(directory: string): string[] {
  if (!existsSync(directory)) return []
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  return names.map((name) => join(directory, name))
}

/** Gets the remote's refs, without changing the board's. */
export async function fetchRemote(
  { git, source }: Pick<Repository, 'git' | 'source'>,
  { isFirst = false } = {},
): Promise<FetchResult> {
  removeLeftBehind(git.directory)
  const remote = git.asUser()
  const options = { timeoutMs: isFirst ? CLONE_TIMEOUT_MS : FETCH_TIMEOUT_MS, isRemote: true }
  const result = await remote.run([...FETCH, '--', source, ...REFSPECS], options)
  const type = result.code === 1 ? 'partial' : 'failed'
  if (result.code !== 0) return { type, reason: reasonOf(result) }
  if (!isFirst) return { type: 'fetched' }
  const head = await remoteHead({ git, source })
  if (head) await git.read(['symbolic-ref', 'HEAD', head])
  return { type: 'fetched' }
}

const HEAD_TIMEOUT_MS = 10_000

/** The branch that the remote's HEAD names, as a full name; undefined when it doesn't say. */
export async function remoteHead({
  git,
  source,
}: Pick<Repository, 'git' | 'source'>): Promise<string | undefined> {
  const args = ['ls-remote', '--symref', '--', source, 'HEAD']
  const options = { timeoutMs: HEAD_TIMEOUT_MS, isRemote: true }
  const { stdout } = await git.asUser().run(args, options)
  return /^ref: (refs\/heads\/\S+)\tHEAD$/m.exec(stdout)?.[1]
}

/** How the remote hashes objects, which its ids show. An empty or silent one says nothing. */
export async function remoteFormat(source: string): Promise<'sha1' | 'sha256'> {
  const options = { timeoutMs: HEAD_TIMEOUT_MS, isRemote: true }
  const args = ['ls-remote', '--', source]
  const { stdout } = await runProcess('git', args, userEnvironment(), options)
  return /^[0-9a-f]{64}\t/.test(stdout) ? 'sha256' : 'sha1'
}

/** The refs that were fetched, as the board names them. */
export async function fetchedRefs(git: Git): Promise<Map<string, string>> {
  const text = await git.read(['for-each-ref', '--format=%(refname) %(objectname)', FETCHED])
  const lines = text.split('\n').filter(Boolean)
  return new Map(
    lines.map((line) => {
      const [ref = '', commit = ''] = line.split(' ')
      return [`refs/${ref.slice(FETCHED.length)}`, commit] as const
    }),
  )
}

/**
 * Makes the board's refs what was fetched last. Returns the refs that git didn't accept. After a
 * fetch that got only some of the refs, only those that differ from `before` say anything.
 */
export async function adoptFetchedRefs(
  git: Git,
  before?: ReadonlyMap<string, string>,
): Promise<string[]> {
  const args = ['for-each-ref', '--format=%(refname) %(objectname)']
  const text = await git.read([...args, 'refs/heads', 'refs/notes', 'refs/tags'])
  const current = new Map(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const [ref = '', commit = ''] = line.split(' ')
        return [ref, commit] as const
      }),
  )
  const fetched = await fetchedRefs(git)
  // A remote without any ref is one that was emptied, which says nothing about the cards.
  const isWhole = before === undefined && fetched.size > 0
  const gone = isWhole ? [...current.keys()].filter((ref) => !fetched.has(ref)) : []
  const isNews = (ref: string, commit: string) => before?.get(ref) !== commit
  const changed = [...fetched].filter(
    ([ref, commit]) => current.get(ref) !== commit && isNews(ref, commit),
  )
  // A branch can take the name of a directory of deleted ones.
  const notDeleted = await updateEach(
    git,
    gone.map((ref) => ({ ref, command: `delete ${ref}\n` })),
  )
  const notUpdated = await updateEach(
    git,
    changed.map(([ref, commit]) => ({ ref, command: `update ${ref} ${commit}\n` })),
  )
  return [...notDeleted, ...notUpdated]
}

type RefCommand = { ref: string; command: string }

/** Bisects when git fails, so that a ref that it doesn't accept costs only itself. */
async function updateEach(git: Git, commands: readonly RefCommand[]): Promise<string[]> {
  if (commands.length === 0) return []
  const input = commands.map(({ command }) => command).join('')
  const { code } = await git.run(['update-ref', '--stdin'], { input })
  if (code === 0) return []
  if (commands.length === 1) return commands.map(({ ref }) => ref)
  const middle = Math.ceil(commands.length / 2)
  const left = await updateEach(git, commands.slice(0, middle))
  return [...left, ...(await updateEach(git, commands.slice(middle)))]
}

/** Whether the remote has all of the updates; undefined when it can't be asked. */
export async function hasRemote(
  { git, source }: Pick<Repository, 'git' | 'source'>,
  updates: readonly RefUpdate[],
): Promise<boolean | undefined> {
  const refs = updates.map(({ ref }) => ref)
  const options = { timeoutMs: PUSH_TIMEOUT_MS, isRemote: true }
  const { code, stdout } = await git.asUser().run(['ls-remote', '--', source, ...refs], options)
  if (code !== 0) return undefined
  const lines = new Set(stdout.split('\n'))
  return updates.every(({ ref, newCommit }) => lines.has(`${newCommit}\t${ref}`))
}

export type PushResult =
  | { type: 'pushed' }
  | { type: 'refused'; reason: string }
  | { type: 'moved' }
  | { type: 'unreachable'; reason: string }

/** Somebody else was faster: git noticed it before the push, or the remote during it. */
const MOVED =
  /\[rejected\] \((stale info|fetch first|non-fast-forward)\)|cannot lock ref .*expected/

/** Pushes all of the updates or none, if the remote's refs are still the old ones. */
export async function pushToRemote(
  { git, source }: Pick<Repository, 'git' | 'source'>,
  updates: readonly RefUpdate[],
): Promise<PushResult> {
  const leases = updates.map(({ ref, oldCommit }) => `--force-with-lease=${ref}:${oldCommit}`)
  const refspecs = updates.map(({ ref, newCommit }) => `${newCommit}:${ref}`)
  const only = ['--no-recurse-submodules', '--no-signed', '--no-follow-tags']
  const args = ['push', '--porcelain', '--atomic', '--no-verify', ...only, ...leases]
  const options = { timeoutMs: PUSH_TIMEOUT_MS, isRemote: true }
  const result = await git.asUser().run([...args, '--', source, ...refspecs], options)
  if (result.code === 0) return { type: 'pushed' }
  const lines = result.stdout.split('\n').filter((line) => line.startsWith('!'))
  if (lines.length === 0 || result.code === -1) {
    const reason = reasonOf(result)
    const isRefused = /read.only|denied|not allowed|\b403\b/i.test(result.stderr)
    return { type: isRefused ? 'refused' : 'unreachable', reason }
  }
  if (lines.some((line) => MOVED.test(line))) return { type: 'moved' }
  return { type: 'refused', reason: refusalOf(result, lines) }
}

/** What the remote's hook said, or else the reason that git gives. */
function refusalOf({ stderr }: ProcessResult, lines: readonly string[]): string {
  const said = stderr
    .split('\n')
    .flatMap((line) => (line.startsWith('remote:') ? line.slice('remote:'.length).trim() : []))
  const hook = said.filter((text) => text !== '' && !/^error: hook declined/.test(text))
  if (hook.length > 0) return printable(hook.join(' '))
  // The others only follow the one that was rejected.
  const own = lines.find((line) => !/atomic/.test(line)) ?? lines[0] ?? ''
  const [, reason] = /\(([^()]*)\)\s*$/.exec(own) ?? []
  return printable(reason ?? messages.repository.unreadable)
}

function reasonOf({ stderr }: ProcessResult): string {
  const line = stderr.split('\n').find((text) => /^(fatal|error|remote|ssh)/.test(text))
  return printable((line ?? stderr).replace(/^(fatal|error): /, ''))
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const ANSI = /\u001b\[[\d;?]*[A-Za-z]/g

/** Without a character that is hidden or reverses others, and without the user part of a URL. */
export function printable(text: string): string {
  return text
    .replace(ANSI, '')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/\/\/[^/@\s]*@/g, '//')
    .trim()
    .slice(0, 300)
}
