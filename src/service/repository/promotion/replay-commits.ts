import { mergeTrees } from '../contents/tree-merges.ts'
import type { Git } from '../git/git.ts'
import type { ObjectSpace } from '../git/object-space.ts'
import type { Author } from './commit-as.ts'

/** A commit of the card's branch as it comes after those of a stage. */
export interface ReplayedCommit {
  tree: string
  message: string
  author: Author
}

interface OwnCommit extends ReplayedCommit {
  /** The tree that it changed. */
  base: string
}

interface Place {
  tip: string
  tree: string
  head: string
}

/** Each takes a merge of its own. */
const MAX_REPLAYED = 50
/** To find what the stage has already. A long history of large files takes longer. */
const COMPARE_TIMEOUT_MS = 5_000

const FIELDS = ['%P', '%T', '%an', '%ae', '%ad', '%B']

/**
 * The branch's own commits, one after the other, on top of a tip, without those that change nothing
 * there, or that the stage has already. Undefined when they don't lead to `result`, the tree of the
 * merge: when one of them conflicts by itself, a merge in the branch has changes of its own, or they
 * are too many.
 */
export async function replayCommits(
  space: ObjectSpace,
  place: Place,
  result: string,
): Promise<ReplayedCommit[] | undefined> {
  const { tip, head } = place
  const added = await listCommits(space.git, ['--cherry-pick', '--right-only', `${tip}...${head}`])
  const replayed = added && (await replay(space, place, added, result))
  if (replayed) return replayed
  // A commit that the stage has and has reverted since was left out: then all of them are needed.
  const all = await listCommits(space.git, [head, `^${tip}`])
  return all && replay(space, place, all, result)
}

async function replay(
  space: ObjectSpace,
  { tree }: Place,
  commits: readonly OwnCommit[],
  result: string,
): Promise<ReplayedCommit[] | undefined> {
  const replayed: ReplayedCommit[] = []
  let now = tree
  for (const { base, tree: theirs, ...commit } of commits) {
    const [merged] = await mergeTrees(space, [{ base, ours: now, theirs }])
    if (merged?.type !== 'clean') return undefined
    if (merged.tree === now) continue
    now = merged.tree
    replayed.push({ ...commit, tree: now })
  }
  return now === result ? replayed : undefined
}

/** The oldest first. Undefined when they are too many, or one has no parent. */
async function listCommits(git: Git, range: readonly string[]): Promise<OwnCommit[] | undefined> {
  const order = ['--reverse', '--topo-order', '--no-merges', '--no-mailmap']
  const format = ['-z', '--date=raw', `--format=${FIELDS.join('%x00')}`, `-${MAX_REPLAYED + 1}`]
  const args = ['log', ...order, ...format, ...range]
  const { code, stdout } = await git.run(args, { timeoutMs: COMPARE_TIMEOUT_MS })
  if (code !== 0) return undefined
  const values = stdout.split('\0')
  const commits = Array.from({ length: Math.floor(values.length / FIELDS.length) }, (_, index) =>
    values.slice(index * FIELDS.length, (index + 1) * FIELDS.length),
  )
  if (commits.length > MAX_REPLAYED || commits.some(([parent]) => !parent)) return undefined
  const bases = await treesOf(
    git,
    commits.map(([parent = '']) => parent),
  )
  return commits.map(([, tree = '', name = '', email = '', date = '', message = ''], index) => ({
    base: bases[index] ?? '',
    tree,
    message: message.trim(),
    author: { name, email, date },
  }))
}

async function treesOf(git: Git, commits: readonly string[]): Promise<string[]> {
  if (commits.length === 0) return []
  const text = await git.read(['rev-parse', ...commits.map((id) => `${id}^{tree}`)])
  return text.trim().split('\n')
}
