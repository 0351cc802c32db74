import type { ObjectSpace } from '../git/object-space.ts'
import { readLooseTree } from '../git/read-loose-tree.ts'
import { ChangedFiles, type FileStates } from './changed-files.ts'
import { nameAt } from './file-trees.ts'
import type { MergeResult, TreeMerge } from './tree-merges.ts'

/** Names of the files that each merge has changed. */
export async function changedNames(
  space: ObjectSpace,
  groups: readonly (readonly FileStates[])[],
  merges: readonly TreeMerge[],
  results: readonly MergeResult[],
): Promise<ReadonlySet<string>[]> {
  const found: ReadonlySet<string>[] = []
  for (const [place, { ours }] of merges.entries()) {
    const result = results[place]
    const tree = result && result.type !== 'impossible' ? result.tree : ours
    const own = tree === ours ? new Set<string>() : await readChanged(space, groups[place], tree)
    found.push(own ?? (await compareTrees(space, ours, tree)))
  }
  return found
}

/** Undefined when the tree was there before: git didn't write it. */
async function readChanged(
  { directory }: ObjectSpace,
  files: readonly FileStates[] = [],
  tree: string,
): Promise<Set<string> | undefined> {
  const ids = await readLooseTree(directory, tree)
  if (!ids) return undefined
  const names = files.map(({ stage }, at) => ({ name: nameAt(at), stage }))
  return new Set(names.flatMap(({ name, stage }) => (ids.get(name) === stage ? [] : [name])))
}

async function compareTrees(
  { git }: ObjectSpace,
  before: string,
  after: string,
): Promise<Set<string>> {
  const [files = []] = await new ChangedFiles().read(git, [{ before, after }])
  return new Set(files.map(({ path }) => path))
}
