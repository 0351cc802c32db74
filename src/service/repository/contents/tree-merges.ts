import { type Git, GitError } from '../git/git.ts'
import { type AttributeFiles, withAttributes, withoutUnion } from '../git/merge-attributes.ts'
import { ObjectPack } from '../git/object-pack.ts'
import type { ObjectSpace } from '../git/object-space.ts'

/** A merge of three trees. */
export interface TreeMerge {
  base: string
  ours: string
  theirs: string
  /** Whether it takes a change away: lines of both sides can't both stay. */
  isRemoval?: boolean
  /** Whether the trees are lists of files that have no .gitattributes among them. */
  isFlat?: boolean
}

export type MergeResult =
  | { type: 'clean'; tree: string }
  /** The tree has git's marks where both sides differ. */
  | { type: 'conflicts'; tree: string; files: readonly string[] }
  /** Without a common commit, with one that git can't read, or too slow. */
  | { type: 'impossible' }

/** Two commits, which git merges by their history. */
export interface CommitMerge {
  tip: string
  head: string
  isRemoval?: boolean | undefined
  /** The tree whose .gitattributes count; none when it's null. Default: that of the tip. */
  attributesOf?: string | null
}

/** Merges of one process: others may need git in between. */
const MAX_BATCH = 1_000
/** At the same time, where the merges take longer than to start git. */
export const MERGE_PROCESSES = 2
/** Of one process. A batch that takes longer is halved. */
const BATCH_TIMEOUT_MS = 20_000

const MERGE = ['merge-tree', '--write-tree', '--stdin', '-z', '--name-only', '--no-messages']

/**
 * Merges each pair, without a commit or a ref. The trees are in the space. As in a work tree of the
 * tip, its .gitattributes say how files are merged.
 */
export async function mergeCommits(
  space: ObjectSpace,
  merges: readonly CommitMerge[],
  processes = MERGE_PROCESSES,
): Promise<MergeResult[]> {
  const results: MergeResult[] = []
  for (const { files, places } of await byAttributes(space, merges)) {
    const group = places.flatMap((place) => merges[place] ?? [])
    const found = files
      ? await space.withDirectory(async (directory) =>
          mergeAll(await withAttributes(space.git, directory, files), group, processes),
        )
      : await mergeAll(space.git, group, processes)
    for (const [index, place] of places.entries()) {
      results[place] = found[index] ?? { type: 'impossible' }
    }
  }
  return results
}

/** Places in the list, by what .gitattributes say. */
async function byAttributes(space: ObjectSpace, merges: readonly CommitMerge[]) {
  const trees = merges.map(({ tip, attributesOf = tip }) => attributesOf)
  const some = trees.filter((tree) => tree !== null)
  const read = (await space.attributes.of(space.git, some)).values()
  const attributes = trees.map((tree) => (tree === null ? undefined : read.next().value))
  const groups = new Map<string, { files: AttributeFiles | undefined; places: number[] }>()
  for (const [place, { isRemoval = false }] of merges.entries()) {
    const own = attributes[place]
    const files = own && isRemoval ? withoutUnion(own) : own
    const group = groups.get(files?.key ?? '') ?? { files, places: [] }
    group.places.push(place)
    groups.set(files?.key ?? '', group)
  }
  return groups.values()
}

async function mergeAll(
  git: Git,
  merges: readonly CommitMerge[],
  processes: number,
): Promise<MergeResult[]> {
  const size = Math.min(MAX_BATCH, Math.ceil(merges.length / processes))
  const results: MergeResult[] = []
  for (let start = 0; start < merges.length; start += size * processes) {
    const batches = Array.from({ length: processes }, (_, index) => {
      return merges.slice(start + index * size, start + (index + 1) * size)
    })
    const found = await Promise.all(batches.map((batch) => mergeBatch(git, batch)))
    results.push(...found.flat())
  }
  return results
}

/** Bisects when git fails, so that a merge that isn't possible costs only itself. */
async function mergeBatch(git: Git, merges: readonly CommitMerge[]): Promise<MergeResult[]> {
  if (merges.length === 0) return []
  const input = merges.map(({ tip, head }) => `${tip} ${head}\n`).join('')
  const result = await git.run(MERGE, { input, timeoutMs: BATCH_TIMEOUT_MS })
  if (result.stoppedBy === 'signal') throw new GitError(MERGE, result)
  const found = result.code === 0 ? parseMerges(result.stdout) : []
  if (found.length === merges.length) return found
  if (merges.length === 1) return [{ type: 'impossible' }]
  const middle = Math.ceil(merges.length / 2)
  const left = await mergeBatch(git, merges.slice(0, middle))
  return [...left, ...(await mergeBatch(git, merges.slice(middle)))]
}

/**
 * Merges trees. git merges only commits, so each tree gets one: the base without a parent, and the
 * two others on it.
 */
export async function mergeTrees(
  space: ObjectSpace,
  merges: readonly TreeMerge[],
  processes = MERGE_PROCESSES,
): Promise<MergeResult[]> {
  const open = merges.filter((merge) => knownResult(merge) === undefined)
  const results = open.length > 0 ? (await mergeOpen(space, open, processes)).values() : [].values()
  return merges.map((merge) => {
    return knownResult(merge) ?? results.next().value ?? { type: 'impossible' }
  })
}

/** What needs no git. */
function knownResult({ base, ours, theirs }: TreeMerge): MergeResult | undefined {
  if (ours === theirs || base === theirs) return { type: 'clean', tree: ours }
  return base === ours ? { type: 'clean', tree: theirs } : undefined
}

function mergeOpen(
  space: ObjectSpace,
  merges: readonly TreeMerge[],
  processes: number,
): Promise<MergeResult[]> {
  return space.withDirectory(async (directory) => {
    const pack = new ObjectPack()
    const pairs = merges.map(({ base, ours, theirs, isRemoval, isFlat }): CommitMerge => {
      const parent = addCommit(pack, base)
      const tip = addCommit(pack, ours, parent)
      const attributesOf = isFlat ? null : ours
      return { tip, head: addCommit(pack, theirs, parent), isRemoval, attributesOf }
    })
    await pack.write(directory)
    return mergeCommits(space.reading(directory), pairs, processes)
  })
}

function addCommit(pack: ObjectPack, tree: string, parent?: string): string {
  const person = 'Trunkline <trunkline@trunkline.invalid> 0 +0000'
  const parents = parent === undefined ? '' : `parent ${parent}\n`
  const text = `tree ${tree}\n${parents}author ${person}\ncommitter ${person}\n\nTest merge\n`
  return pack.add('commit', Buffer.from(text), tree)
}

/** Status, tree, names of files with conflicts, and an empty field for each merge. */
function parseMerges(text: string): MergeResult[] {
  const fields = text.split('\0')
  const found: MergeResult[] = []
  for (let index = 0; index + 2 < fields.length; ) {
    const [status, tree = ''] = fields.slice(index, index + 2)
    index += 2
    const files: string[] = []
    while (fields[index]) files.push(fields[index++] ?? '')
    index += 1
    const isClean = status === '1'
    found.push(
      isClean ? { type: 'clean', tree } : { type: 'conflicts', tree, files: [...new Set(files)] },
    )
  }
  return found
}
