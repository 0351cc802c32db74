import { messages } from '../../messages/messages.ts'
import { type Git, GitError } from './git.ts'

/** A commit that the first stage doesn't have. */
export interface OwnCommit {
  parents: readonly string[]
  author: string
  /** Undefined for a time that no date can have. */
  committedAt: string | undefined
  subject: string
  priority: string
  labels: readonly string[]
}

/** A branch with more of them than that is a sign of something else. */
const MAX_UNREADABLE = 50

/** Bisects when git fails, so that a commit that can't be read costs only its own branch. */
export async function readOwnCommits(
  git: Git,
  heads: readonly string[],
  tip: string,
  unreadable: Map<string, string>,
): Promise<Map<string, OwnCommit>> {
  const { result, commits } = await logOwnCommits(git, heads, tip)
  if (commits) return commits
  const [only, second] = heads
  const isStopped = result.code === -1 || unreadable.size >= MAX_UNREADABLE
  if (isStopped || only === undefined) throw new GitError(['log'], result)
  // When the stage itself can't be read, no card is to blame.
  if ((await logOwnCommits(git, [], tip)).commits === undefined) throw new GitError(['log'], result)
  if (second === undefined) {
    unreadable.set(only, result.stderr.trim().split('\n').at(-1) ?? '')
    return new Map()
  }
  const middle = Math.ceil(heads.length / 2)
  const left = await readOwnCommits(git, heads.slice(0, middle), tip, unreadable)
  const right = await readOwnCommits(git, heads.slice(middle), tip, unreadable)
  return new Map([...left, ...right])
}

const AUTHOR = '%aN'

/** A field is between NULs, which no commit contains. A folded trailer is one line. */
const COMMIT_FIELDS = [
  '%H',
  '%P',
  AUTHOR,
  '%ct',
  '%s',
  '%(trailers:key=Priority,valueonly,unfold,separator=%x0A)',
  '%(trailers:key=Label,valueonly,unfold,separator=%x0A)',
]

const LOG = ['log', '-z', '--no-decorate', '--no-notes', '--stdin']

async function logOwnCommits(git: Git, heads: readonly string[], tip: string) {
  const input = `${heads.join('\n')}\n^${tip}\n`
  const args = [...LOG, `--format=${COMMIT_FIELDS.join('%x00')}`]
  const result = await git.namingPeopleAs(tip).run(args, { input })
  if (result.code !== 0) return { result }
  const commits = recordsOf(result.stdout, COMMIT_FIELDS.length).map(
    ([id = '', parents = '', author = '', time = '', subject = '', priority = '', labels = '']) => {
      const own: OwnCommit = {
        parents: parents.split(' ').filter(Boolean),
        author: authorName(author),
        committedAt: isoTime(time),
        subject,
        priority,
        labels: labels
          .split(/[,\n]/)
          .map((label) => label.trim())
          .filter(Boolean),
      }
      return [id, own] as const
    },
  )
  return { result, commits: new Map(commits) }
}

/** All own commits of a branch. */
export function commitsOf(head: string, ownCommits: ReadonlyMap<string, OwnCommit>): string[] {
  const found = new Set<string>()
  const waiting = [head]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const commit = ownCommits.get(id)
    if (!commit || found.has(id)) continue
    found.add(id)
    waiting.push(...commit.parents)
  }
  return [...found]
}

/** git repeats the placeholder of an author that isn't there. */
export function authorName(text: string): string {
  return text === AUTHOR ? '' : text
}

/** git leaves out a time that it can't read. */
function isoTime(seconds: string): string | undefined {
  if (seconds === '') return undefined
  const date = new Date(Number(seconds) * 1_000)
  const text = Number.isNaN(date.getTime()) ? '' : date.toISOString()
  // Later years have another form, which nobody reads.
  return /^\d{4}-/.test(text) ? text : undefined
}

/** By whom, and when, a commit was made. */
export type HeadCommit = Pick<OwnCommit, 'author' | 'committedAt'>

/**
 * By their ids. Reads only those that aren't known already. The .mailmap of the tip names people.
 */
export async function readHeadCommits(
  git: Git,
  heads: readonly string[],
  tip: string | undefined,
  known: ReadonlyMap<string, OwnCommit>,
): Promise<Map<string, HeadCommit>> {
  const found = new Map<string, HeadCommit>()
  const others: string[] = []
  for (const head of heads) {
    const commit = known.get(head)
    if (commit) found.set(head, { author: commit.author, committedAt: commit.committedAt })
    else others.push(head)
  }
  if (others.length === 0) return found
  const input = `${others.join('\n')}\n`
  const format = `--format=%H%x00${AUTHOR}%x00%ct`
  const named = git.namingPeopleAs(tip)
  const text = await named.read([...LOG, '--no-walk=unsorted', format], { input })
  for (const [id = '', author = '', time = ''] of recordsOf(text, 3)) {
    found.set(id, { author: authorName(author), committedAt: isoTime(time) })
  }
  return found
}

/** By their ids. Reads only those that aren't known already. */
export async function readSubjects(
  git: Git,
  ids: readonly string[],
  known: ReadonlyMap<string, OwnCommit>,
): Promise<Map<string, string>> {
  const others = [...new Set(ids)].filter((id) => !known.has(id))
  const found = new Map(
    ids.flatMap((id) => {
      const commit = known.get(id)
      return commit ? [[id, commit.subject] as const] : []
    }),
  )
  if (others.length === 0) return found
  const input = `${others.join('\n')}\n`
  const text = await git.read([...LOG, '--no-walk=unsorted', '--format=%H%x00%s'], { input })
  for (const [id = '', subject = ''] of recordsOf(text, 2)) found.set(id, subject)
  return found
}

/** Records of fields that end with NUL. The first field is an id. */
function recordsOf(text: string, length: number): string[][] {
  const fields = text.split('\0')
  const count = Math.floor(fields.length / length)
  const records = Array.from({ length: count }, (_, index) =>
    fields.slice(index * length, (index + 1) * length),
  )
  if (!records.every(([id = '']) => /^[0-9a-f]{40,64}$/.test(id))) {
    throw new Error(messages.repository.unreadable)
  }
  return records
}
