import { messages } from '../messages.ts'
import type { Checks } from './board-config.ts'
import { plain } from './card-facts.ts'
import type { Git } from './git.ts'

export type CheckResult =
  | { type: 'passed' }
  | { type: 'red'; reason: string }
  | { type: 'pending'; names: string[] }

type Status = 'success' | 'failure' | 'pending'

interface CheckLine {
  name: string
  status: Status
  detail: string
}

/**
 * Reads the check results of a commit: a git note with one line for each check, such as
 * "unit: failure 3 tests failed". A required check without a line is pending.
 */
export async function readChecks(git: Git, checks: Checks, commit: string): Promise<CheckResult> {
  const text = await readNote(git, checks, commit)
  const lines = parseChecks(text ?? '')
  const red = lines.find(({ status }) => status === 'failure')
  if (red) return { type: 'red', reason: messages.repository.checkRed(red.name, red.detail) }
  const running = lines.filter(({ status }) => status === 'pending').map(({ name }) => name)
  const known = new Set(lines.map(({ name }) => name))
  const missing = checks.required.filter((name) => !known.has(name))
  const names = [...running, ...missing].map(plain)
  return names.length > 0 ? { type: 'pending', names } : { type: 'passed' }
}

/** The last line of a name counts, so that a note can be appended to. */
export function parseChecks(text: string): CheckLine[] {
  const lines = text.split('\n').flatMap((line): [string, CheckLine][] => {
    const [, name = '', status, detail = ''] =
      /^([^:]{1,100}):\s*(success|failure|pending)\b\s*(.*)$/.exec(line.trim()) ?? []
    if (status === undefined) return []
    return [[name, { name, status: status as Status, detail: plain(detail) }]]
  })
  return [...new Map(lines).values()]
}

const MAX_NOTE_BYTES = 64 * 1024

/** Undefined without a note, or when its author isn't trusted. */
async function readNote(git: Git, checks: Checks, commit: string): Promise<string | undefined> {
  const blob = (await noteBlobs(git, checks.notes, [commit])).get(commit)
  if (blob === undefined) return undefined
  if (checks.trustedAuthors && !(await isTrusted(git, checks, commit))) return undefined
  const { code, stdout } = await git.run(['cat-file', 'blob', blob], { maxBytes: MAX_NOTE_BYTES })
  return code === 0 ? stdout : undefined
}

/** Ids of the notes of commits, by commit. */
export async function noteBlobs(
  git: Git,
  ref: string,
  commits: readonly string[],
): Promise<Map<string, string>> {
  const wanted = new Set(commits)
  const { code, stdout } = await git.run(['notes', '--ref', ref, 'list'])
  if (code !== 0) return new Map()
  return new Map(
    stdout.split('\n').flatMap((line) => {
      const [blob = '', commit = ''] = line.split(' ')
      return wanted.has(commit) ? [[commit, blob] as const] : []
    }),
  )
}

/** Checks the author of the newest change to the note. git doesn't verify that name. */
async function isTrusted(git: Git, checks: Checks, commit: string): Promise<boolean> {
  const rest = commit.slice(2)
  const paths = [
    commit,
    `${commit.slice(0, 2)}/${rest}`,
    `${commit.slice(0, 2)}/${rest.slice(0, 2)}/${rest.slice(2)}`,
  ]
  const args = ['log', '-1', '--no-mailmap', '--format=%ae', checks.notes, '--', ...paths]
  const author = (await git.read(args)).trim()
  return checks.trustedAuthors?.includes(author) ?? true
}
