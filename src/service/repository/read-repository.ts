import { messages } from '../messages.ts'
import type { BoardConfig } from './board-config.ts'
import { isCardBranch } from './board-config.ts'
import type { Git } from './git.ts'

/** A commit that the first stage doesn't have. */
export interface OwnCommit {
  parents: readonly string[]
  subject: string
  priority: string
  labels: readonly string[]
}

export interface Branch {
  name: string
  head: string
  /** Author of the newest commit. */
  author: string
}

/** What the repository says about the board at one moment. */
export interface RepositoryState {
  /** Commit of each stage's branch, in flow order; undefined for work, and without the branch. */
  stageTips: readonly (string | undefined)[]
  /** Card branches by name. */
  branches: ReadonlyMap<string, Branch>
  /** Commits of cards that the branch of a stage doesn't contain, for each stage. */
  missingFrom: readonly ReadonlySet<string>[]
  /** Commits of cards that the first branch stage doesn't contain. */
  ownCommits: ReadonlyMap<string, OwnCommit>
  /** Commit of the notes with check results. */
  notesTip: string | undefined
  /** Whether a commit exists: one of a deleted branch can be pruned. */
  isKnown: (commit: string) => boolean
}

const SEPARATOR = '\x1f'
const REF_FORMAT = [
  '%(refname:lstrip=2)',
  '%(objectname)',
  '%(objecttype)',
  '%(authorname)',
  '%(symref)',
]

/** All branches, with their newest commits. */
export async function readRefs(git: Git): Promise<Branch[]> {
  const format = REF_FORMAT.join('%1f')
  const text = await git.read(['for-each-ref', `--format=${format}`, 'refs/heads'])
  return text.split('\n').flatMap((line) => {
    const [name = '', head = '', type, author = '', target] = line.split(SEPARATOR)
    // A symbolic ref is another name of a branch, which would move along.
    return type === 'commit' && target === '' ? [{ name, head, author }] : []
  })
}

export async function readRef(git: Git, ref: string): Promise<string | undefined> {
  const { code, stdout } = await git.run(['rev-parse', '--verify', '--quiet', ref])
  return code === 0 ? stdout.trim() : undefined
}

/**
 * Reads which stages contain which cards. One process for each stage, never one for each card.
 * `formerHeads` are the newest commits of deleted branches.
 */
export async function readRepository(
  git: Git,
  config: BoardConfig,
  refs: readonly Branch[],
  formerHeads: readonly string[],
): Promise<RepositoryState> {
  const byName = new Map(refs.map((branch) => [branch.name, branch]))
  const stageTips = config.columns.map(({ rule }) =>
    rule === 'work' ? undefined : byName.get(rule.branch)?.head,
  )
  const cards = refs.filter(({ name }) => isCardBranch(name, config))
  const former = await existingCommits(git, formerHeads)
  const heads = [...new Set([...cards.map(({ head }) => head), ...former])]
  const first = stageTips.find((tip) => tip !== undefined)
  const reading = stageTips.map((tip) =>
    tip === undefined || tip === first ? new Set<string>() : readMissing(git, heads, tip),
  )
  const ownCommits = first === undefined ? new Map() : await readOwnCommits(git, heads, first)
  const missing = await Promise.all(reading)
  const ownIds = new Set(ownCommits.keys())
  const known = new Set(heads)
  return {
    stageTips,
    branches: new Map(cards.map((branch) => [branch.name, branch])),
    missingFrom: missing.map((set, stage) => (stageTips[stage] === first ? ownIds : set)),
    ownCommits,
    notesTip: await readRef(git, config.checks.notes),
    isKnown: (commit) => known.has(commit),
  }
}

/** Reads all of the commits with one process. */
async function existingCommits(git: Git, commits: readonly string[]): Promise<string[]> {
  if (commits.length === 0) return []
  const input = `${commits.join('\n')}\n`
  const text = await git.read(['cat-file', '--batch-check=%(objecttype)'], { input })
  const types = text.split('\n')
  return commits.filter((_, index) => types[index] === 'commit')
}

async function readMissing(git: Git, heads: readonly string[], tip: string) {
  const input = `${heads.join('\n')}\n^${tip}\n`
  const text = await git.read(['rev-list', '--stdin'], { input })
  return new Set(text.split('\n').filter(Boolean))
}

const COMMIT_FORMAT = [
  '%H',
  '%P',
  '%s',
  '%(trailers:key=Priority,valueonly,separator=%x2C)',
  '%(trailers:key=Label,valueonly,separator=%x2C)',
]

async function readOwnCommits(
  git: Git,
  heads: readonly string[],
  tip: string,
): Promise<Map<string, OwnCommit>> {
  const format = `--format=${COMMIT_FORMAT.join('%x1f')}`
  const input = `${heads.join('\n')}\n^${tip}\n`
  const text = await git.read(['log', '--no-decorate', '--no-mailmap', '--stdin', format], {
    input,
  })
  return new Map(
    text.split('\n').flatMap((line) => {
      const [id, parents = '', subject = '', priority = '', labels = ''] = line.split(SEPARATOR)
      const commit = {
        parents: parents.split(' ').filter(Boolean),
        subject,
        priority,
        labels: labels
          .split(',')
          .map((label) => label.trim())
          .filter(Boolean),
      }
      if (!id) return []
      if (!/^[0-9a-f]{40,64}$/.test(id)) throw new Error(messages.repository.unreadable)
      return [[id, commit] as const]
    }),
  )
}

/** The commits on the first-parent lines of branches: what was their newest at some time. */
export async function readFirstParents(git: Git, tips: readonly string[]): Promise<Set<string>> {
  const input = `${tips.join('\n')}\n`
  const text = await git.read(['rev-list', '--first-parent', '--stdin'], { input })
  return new Set(text.split('\n').filter(Boolean))
}

const MAX_CONFIG_BYTES = 1024 * 1024

/**
 * The text of .board.json on a branch; undefined when there is none. Throws when it isn't a file of
 * at most 1 MiB.
 */
export async function readConfigFile(git: Git, branch: string): Promise<string | undefined> {
  const ref = `refs/heads/${branch}`
  const listed = await git.read(['ls-tree', '--long', ref, '.board.json'])
  if (listed === '') return undefined
  const [, type, blob = '', size] = listed.split(/\s+/)
  const isFile = type === 'blob' && !listed.startsWith('120000')
  if (!isFile || Number(size) > MAX_CONFIG_BYTES) {
    throw new Error(messages.repository.configUnreadable)
  }
  return git.read(['cat-file', 'blob', blob])
}
