import { messages } from '../../messages/messages.ts'
import {
  type BoardConfig,
  branchOf,
  cardBranches,
  stageName,
  tagPatternOf,
} from '../config/board-config.ts'
import type { NetChange } from '../contents/net-changes.ts'
import { StageArrivals } from '../contents/stage-arrivals.ts'
import type { StageFact } from '../contents/stage-facts.ts'
import type { Git } from '../git/git.ts'
import {
  type HeadCommit,
  type OwnCommit,
  readHeadCommits,
  readOwnCommits,
} from '../git/read-commits.ts'
import type { Ref } from '../git/read-refs.ts'
import type { Tag } from '../git/read-tags.ts'
import type { HeadChecks } from './head-checks.ts'

export interface Branch extends Ref {
  /** Author of the newest commit. */
  author: string
}

/** What the repository says about the board at one moment. */
export interface RepositoryState {
  /** Commit of each stage, in flow order; undefined for work, and without its branch or a tag. */
  stageTips: readonly (string | undefined)[]
  /** What stands for each stage: its branch, or "tag v*"; undefined for work. */
  stageNames: readonly (string | undefined)[]
  /** Of each stage that is a release, the oldest version first; undefined for the others. */
  tags: readonly (readonly Tag[] | undefined)[]
  /** Releases that brought cards, by the cards' branches. */
  releases: ReadonlyMap<string, string>
  /** Card branches by name. */
  branches: ReadonlyMap<string, Branch>
  /** Newest commits that can't be read, with the reason: their cards stay as they are. */
  unreadable: ReadonlyMap<string, string>
  /** Commits of cards that the branch of a stage doesn't contain, for each stage. */
  missingFrom: readonly ReadonlySet<string>[]
  /** Names of branches of which nothing is known yet but the ancestry. */
  unknown: ReadonlySet<string>
  /** What each stage has of the cards, by the name of the card's branch. */
  facts: ReadonlyMap<string, readonly StageFact[]>
  /** What the branches change, by their names. */
  nets: ReadonlyMap<string, NetChange>
  /** Whether each branch without a net change has no history in common with a stage. */
  areNetsCurrent: boolean
  /** Commits that brought cards into stages. */
  arrivals: StageArrivals
  /** Newest commits of cards, also of deleted branches. */
  headCommits: ReadonlyMap<string, HeadCommit>
  /** Commits of cards that the first branch stage doesn't contain. */
  ownCommits: ReadonlyMap<string, OwnCommit>
  /** Whether a commit exists: one of a deleted branch can be pruned. */
  isKnown: (commit: string) => boolean
}

/** The refs that were read before. */
interface GivenRefs {
  refs: readonly Ref[]
  /** By their pattern. */
  tags: ReadonlyMap<string, readonly Tag[]>
}

/**
 * Reads which stages contain which cards. One process for each stage, never one for each card.
 * `formerHeads` are the newest commits of deleted branches. What can't be read is added to
 * `unreadable`, and not read again. Without `checks`, a broken tree isn't noticed.
 */
export async function readRepository(
  git: Git,
  config: BoardConfig,
  { refs, tags }: GivenRefs,
  formerHeads: readonly string[],
  unreadable: Map<string, string>,
  checks?: HeadChecks,
): Promise<RepositoryState> {
  const byName = new Map(refs.map((branch) => [branch.name, branch]))
  const stageTips = config.columns.map(({ rule }) => {
    const releases = tags.get(tagPatternOf(rule) ?? '')
    return releases?.at(-1)?.commit ?? byName.get(branchOf(rule) ?? '')?.head
  })
  const cards = await cardBranches(refs, config)
  const existing = await findReadable(git, cards, formerHeads, unreadable)
  const tips = stageTips.filter((tip) => tip !== undefined)
  for (const [head, reason] of (await checks?.problems(git, existing, tips)) ?? []) {
    unreadable.set(head, reason)
  }
  const heads = existing.filter((head) => !unreadable.has(head))
  const first = stageTips.find((tip) => tip !== undefined)
  const ownCommits: ReadonlyMap<string, OwnCommit> =
    first === undefined ? new Map() : await readOwnCommits(git, heads, first, unreadable)
  const readable = heads.filter((head) => !unreadable.has(head))
  // Awaited together: a rejection that nothing awaits yet would end the service.
  const [headCommits, ...missing] = await Promise.all([
    readHeadCommits(git, readable, first, ownCommits),
    ...stageTips.map((tip) =>
      tip === undefined || tip === first ? new Set<string>() : readMissing(git, readable, tip),
    ),
  ])
  const ownIds = new Set(ownCommits.keys())
  const known = new Set(readable)
  const branches = cards.flatMap((ref): [string, Branch][] =>
    known.has(ref.head)
      ? [[ref.name, { ...ref, author: headCommits.get(ref.head)?.author ?? '' }]]
      : [],
  )
  return {
    stageTips,
    stageNames: config.columns.map(({ rule }) => stageName(rule)),
    tags: config.columns.map(({ rule }) => tags.get(tagPatternOf(rule) ?? '')),
    releases: new Map(),
    unknown: new Set(branches.map(([name]) => name)),
    facts: new Map(),
    nets: new Map(),
    areNetsCurrent: false,
    arrivals: new StageArrivals([]),
    headCommits,
    branches: new Map(branches),
    unreadable,
    missingFrom: missing.map((set, stage) => (stageTips[stage] === first ? ownIds : set)),
    ownCommits,
    isKnown: (commit) => known.has(commit),
  }
}

/** Whether a card's branch is gone. */
export function isDeletedIn({ branches }: RepositoryState) {
  return ({ name }: { name: string }): boolean => !branches.has(name)
}

/** Commits that exist, each once. A branch whose commit is missing goes to `unreadable`. */
async function findReadable(
  git: Git,
  cards: readonly Ref[],
  formerHeads: readonly string[],
  unreadable: Map<string, string>,
): Promise<string[]> {
  const current = new Set(cards.map(({ head }) => head))
  const wanted = [...new Set([...current, ...formerHeads])].filter((head) => !unreadable.has(head))
  const found = new Set(await existingCommits(git, wanted))
  for (const head of current) {
    if (unreadable.has(head) || found.has(head)) continue
    unreadable.set(head, messages.repository.commitMissing)
  }
  return [...found]
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

const MAX_CONFIG_BYTES = 64 * 1024

/**
 * The text of .board.json on a branch; undefined when there is none. Throws when it isn't a file of
 * at most 64 KiB.
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
