import { mergeTrees } from '../contents/tree-merges.ts'
import type { ObjectSpace } from '../git/object-space.ts'
import type { Author } from './commit-as.ts'

/** A commit of the card's branch as it comes after those of a stage. */
export interface ReplayedCommit {
  tree: string
  message: string
  author: Author
}

/** Each takes a merge of its own. */
const MAX_REPLAYED = 100

const FIELDS = ['%H', '%P', '%an', '%ae', '%ad', '%B']

/**
 * The branch's own commits, one after the other, on top of a tip, without those that change nothing
 * there. Undefined when they don't lead to `result`, the tree of the merge: when one of them
 * conflicts by itself, a merge in the branch has changes of its own, or they are too many.
 */
export async function replayCommits(
  space: ObjectSpace,
  { tip, tree, head }: { tip: string; tree: string; head: string },
  result: string,
): Promise<ReplayedCommit[] | undefined> {
  const args = ['log', '-z', '--reverse', '--topo-order', '--no-merges', '--no-mailmap']
  const format = ['--date=raw', `--format=${FIELDS.join('%x00')}`, `-${MAX_REPLAYED + 1}`]
  const text = await space.git.read([...args, ...format, head, `^${tip}`])
  const values = text === '' ? [] : text.split('\0')
  const replayed: ReplayedCommit[] = []
  let now = tree
  for (let at = 0; at + FIELDS.length <= values.length; at += FIELDS.length) {
    const [id = '', parent = '', name = '', email = '', date = '', message = ''] = values.slice(
      at,
      at + FIELDS.length,
    )
    if (parent === '' || at >= MAX_REPLAYED * FIELDS.length) return undefined
    const trees = await space.git.read(['rev-parse', `${parent}^{tree}`, `${id}^{tree}`])
    const [base = '', theirs = ''] = trees.trim().split('\n')
    const [merged] = await mergeTrees(space, [{ base, ours: now, theirs }])
    if (merged?.type !== 'clean') return undefined
    if (merged.tree === now) continue
    now = merged.tree
    replayed.push({ tree: now, message: message.trim(), author: { name, email, date } })
  }
  return now === result ? replayed : undefined
}
