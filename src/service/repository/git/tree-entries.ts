import { batches } from './batches.ts'
import type { Git } from './git.ts'
import { readContents, readSizes } from './read-texts.ts'

const MAX_TREE_BYTES = 64 * 1024 * 1024
/** Of the trees that are in memory at the same time. */
const BATCH_BYTES = 16 * 1024 * 1024

const BLANK = 0x20
/** Of a mode: what it is, whatever may be done with it. */
const KIND = 0o170_000
export const FOLDER = 0o040_000
export const LINK = 0o120_000
export const SUBMODULE = 0o160_000

export interface TreeEntry {
  kind: number
  /** Each byte as one character. */
  name: string
  id: string
}

/** `missing` also when it's broken. */
export type TreeEntries = readonly TreeEntry[] | 'missing' | 'too large'

/** What is in trees, not in their folders. */
export async function* readTreeEntries(
  git: Git,
  trees: readonly string[],
): AsyncGenerator<[string, TreeEntries]> {
  const sizes = await readSizes(git, trees, 'tree')
  for (const batch of batches(trees, BATCH_BYTES, (tree) => sizes.get(tree) ?? 0)) {
    const { contents } = await readContents(git, batch, MAX_TREE_BYTES, 'tree')
    for (const tree of batch) {
      const content = contents.get(tree)
      if (content) yield [tree, parseTree(content, tree.length / 2) ?? 'missing']
      else yield [tree, sizes.has(tree) ? 'too large' : 'missing']
    }
  }
}

/** "mode name", NUL, and the bytes of the id for each entry. */
export function parseTree(content: Buffer, idBytes: number): TreeEntry[] | undefined {
  const entries: TreeEntry[] = []
  for (let start = 0; start < content.byteLength; ) {
    const blank = content.indexOf(BLANK, start)
    const end = content.indexOf(0, blank)
    const next = end + 1 + idBytes
    if (blank < 0 || end < 0 || next > content.byteLength) return undefined
    entries.push({
      kind: Number.parseInt(content.toString('latin1', start, blank), 8) & KIND,
      name: content.toString('latin1', blank + 1, end),
      id: content.toString('hex', end + 1, next),
    })
    start = next
  }
  return entries
}
