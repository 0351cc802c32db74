import { messages } from '../messages.ts'
import type { GitResult } from './git.ts'
import type { RefUpdate, Repository } from './repository.ts'

const CLONE_TIMEOUT_MS = 30 * 60_000
/** Moves wait for a fetch. */
const FETCH_TIMEOUT_MS = 60_000
const PUSH_TIMEOUT_MS = 60_000

const REFSPECS = ['+refs/heads/*:refs/heads/*', '+refs/notes/*:refs/notes/*']

/** Makes the refs those of the remote. Returns why it couldn't. */
export async function fetchRemote(
  { git, source }: Pick<Repository, 'git' | 'source'>,
  { isFirst = false } = {},
): Promise<string | undefined> {
  const remote = git.asUser()
  const options = { timeoutMs: isFirst ? CLONE_TIMEOUT_MS : FETCH_TIMEOUT_MS }
  const fetch = [
    'fetch',
    '--quiet',
    '--prune',
    '--no-tags',
    '--no-auto-gc',
    '--no-write-fetch-head',
    '--no-recurse-submodules',
  ]
  const result = await remote.run([...fetch, '--', source, ...REFSPECS], options)
  if (result.code !== 0) return reasonOf(result)
  if (!isFirst) return undefined
  const { stdout } = await remote.run(['ls-remote', '--symref', '--', source, 'HEAD'], options)
  const head = /^ref: (refs\/heads\/\S+)\tHEAD$/m.exec(stdout)?.[1]
  if (head) await git.read(['symbolic-ref', 'HEAD', head])
  return undefined
}

export type PushResult =
  | { type: 'pushed' }
  | { type: 'refused'; reason: string }
  | { type: 'moved' }
  | { type: 'unreachable'; reason: string }

/** Pushes all of the updates or none, if the remote's refs are still the old ones. */
export async function pushToRemote(
  { git, source }: Repository,
  updates: readonly RefUpdate[],
): Promise<PushResult> {
  const leases = updates.map(({ ref, oldCommit }) => `--force-with-lease=${ref}:${oldCommit}`)
  const refspecs = updates.map(({ ref, newCommit }) => `${newCommit}:${ref}`)
  const only = ['--no-recurse-submodules', '--no-signed', '--no-follow-tags']
  const args = ['push', '--porcelain', '--atomic', '--no-verify', ...only, ...leases]
  const options = { timeoutMs: PUSH_TIMEOUT_MS }
  const result = await git.asUser().run([...args, '--', source, ...refspecs], options)
  if (result.code === 0) return { type: 'pushed' }
  const lines = result.stdout.split('\n').filter((line) => line.startsWith('!'))
  if (lines.length === 0) {
    const reason = reasonOf(result)
    const isRefused = /read.only|denied|not allowed|\b403\b/i.test(result.stderr)
    return { type: isRefused ? 'refused' : 'unreachable', reason }
  }
  if (
    lines.some((line) => /\[rejected\] \((stale info|fetch first|non-fast-forward)\)/.test(line))
  ) {
    return { type: 'moved' }
  }
  return { type: 'refused', reason: refusalOf(result, lines) }
}

/** What the remote's hook said, or else the reason that git gives. */
function refusalOf({ stderr }: GitResult, lines: readonly string[]): string {
  const said = [...stderr.matchAll(/^remote: ?(.*?)\s*$/gm)].map(([, text = '']) => text)
  const hook = said.filter((text) => text !== '' && !/^error: hook declined/.test(text))
  if (hook.length > 0) return printable(hook.join(' '))
  // The others only follow the one that was rejected.
  const own = lines.find((line) => !/atomic/.test(line)) ?? lines[0] ?? ''
  const [, reason] = /\(([^()]*)\)\s*$/.exec(own) ?? []
  return printable(reason ?? messages.repository.unreadable)
}

function reasonOf({ stderr }: GitResult): string {
  const line = stderr.split('\n').find((text) => /^(fatal|error|remote|ssh)/.test(text))
  return printable((line ?? stderr).replace(/^(fatal|error): /, ''))
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const ANSI = /\u001b\[[\d;?]*[A-Za-z]/g

/** Without a control character, and without the user part of a URL. */
export function printable(text: string): string {
  return text
    .replace(ANSI, '')
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\/\/[^/@\s]*@/g, '//')
    .trim()
    .slice(0, 300)
}
