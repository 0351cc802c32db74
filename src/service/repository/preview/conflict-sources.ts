import type { Git } from '../git/git.ts'
import { plainText } from '../git/plain-text.ts'
import { authorName } from '../git/read-commits.ts'

/** Files in conflict with the newest commit of a stage. */
export interface ConflictingFiles {
  tip: string
  files: readonly string[]
}

/** The commit of a stage that changed one of the files last. */
export interface LastChange {
  commit: string
  author: string
  /** ISO 8601, when it came into the stage. */
  at: string
}

/** Whoever changed a file longer ago than that is no help any more. */
const OLDEST = '--since=1 year ago'
const MAX_COMMITS = 2_000
/** Of all conflicts with one stage together. Further files are left out. */
const MAX_FILES = 400

const TIMEOUT_MS = 10_000

const LOG = [
  ...['log', '-z', '--first-parent', '-m', '--name-only', '--no-renames'],
  ...['--no-decorate', '--no-notes', OLDEST, `--max-count=${MAX_COMMITS}`],
  '--format=%x01%H%x00%aN%x00%cI%x00',
]

/**
 * With what each card conflicts: the newest commit on the line of the stage that changed one of the
 * files. By one log for each stage; undefined where it isn't among the newest commits.
 */
export async function findLastChanges(
  git: Git,
  conflicts: readonly ConflictingFiles[],
): Promise<(LastChange | undefined)[]> {
  const lasts = new Map<string, ReadonlyMap<string, PlacedChange>>()
  for (const tip of new Set(conflicts.map((conflict) => conflict.tip))) {
    const files = conflicts.flatMap((conflict) => (conflict.tip === tip ? conflict.files : []))
    lasts.set(tip, await lastChanges(git, tip, [...new Set(files)].slice(0, MAX_FILES)))
  }
  return conflicts.map(({ tip, files }) => {
    const changes = files.flatMap((file) => lasts.get(tip)?.get(file) ?? [])
    return changes.toSorted((a, b) => a.place - b.place)[0]?.change
  })
}

interface PlacedChange {
  change: LastChange
  /** On the line of the stage, newest first: times can be the same, or wrong. */
  place: number
}

/** The newest commit of each file. */
async function lastChanges(
  git: Git,
  tip: string,
  files: readonly string[],
): Promise<Map<string, PlacedChange>> {
  const found = new Map<string, PlacedChange>()
  if (files.length === 0) return found
  const paths = files.map((file) => `:(top,literal)${file}`)
  const args = [...LOG, tip, '--', ...paths]
  const log = git.namingPeopleAs(tip).read(args, { timeoutMs: TIMEOUT_MS })
  // The conflicts themselves are known: without the log, the board only says less of them.
  const text = await log.catch(() => '')
  for (const [place, record] of text.split('\x01').entries()) {
    const [commit = '', author = '', at = '', ...names] = record.split('\0')
    if (!/^[0-9a-f]{40,64}$/.test(commit)) continue
    for (const name of names) {
      const file = name.replace(/^\n/, '')
      const change = { commit, author: plainText(authorName(author)), at }
      if (file && !found.has(file)) found.set(file, { change, place })
    }
  }
  return found
}
