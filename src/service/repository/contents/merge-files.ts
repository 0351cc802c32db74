import { ObjectPack } from '../git/object-pack.ts'
import type { ObjectSpace } from '../git/object-space.ts'
import type { FileStates } from './changed-files.ts'
import { changedNames } from './changed-names.ts'
import { addTree, nameAt } from './file-trees.ts'
import { MERGE_PROCESSES, mergeTrees, type TreeMerge } from './tree-merges.ts'

/** What a merge does to a file of a stage. */
export type FileEffect = 'nothing' | 'something' | 'conflicts'

/** What adding a change to a file of a stage does, and what taking it away does. */
export interface FileEffects {
  add: FileEffect
  remove: FileEffect
}

export const CONFLICTS: FileEffects = { add: 'conflicts', remove: 'conflicts' }

/** So many are the files of one tree: git merges each of them for itself. */
const FILES_OF_A_MERGE = 50
/** Of all sides of the files. */
const QUICK_BYTES = 384 * 1024

/** To start git takes longer than to merge these. */
export function areMergedQuickly(files: number, bytes: number): boolean {
  return files <= FILES_OF_A_MERGE && bytes <= QUICK_BYTES
}

/**
 * Halves a merge that isn't possible, so that a file that git can't read costs only itself. The
 * reason can be a lack of memory, so halves are merged on the disk.
 */
export async function mergeFiles(
  space: ObjectSpace,
  files: readonly FileStates[],
  isQuick: boolean,
  filesOfAMerge = FILES_OF_A_MERGE,
  isInMemory = true,
): Promise<(FileEffects | undefined)[]> {
  if (files.length === 0) return []
  const groups = groupsOf(files, filesOfAMerge, isQuick)
  let wasInMemory = false
  const task = (scratch: ObjectSpace) => {
    wasInMemory = scratch.isInMemory
    return isQuick ? mergeQuickly(scratch, groups) : mergeGroups(scratch, groups)
  }
  const found = await (isInMemory ? space.scratchInMemory(task) : space.scratch(task))
  const isOpen = (index: number) =>
    found[index] === undefined && (wasInMemory || (groups[index]?.length ?? 0) > 1)
  const open = groups.filter((_, index) => isOpen(index)).flat()
  const half = Math.ceil(Math.min(filesOfAMerge, files.length) / 2)
  const halves = (await mergeFiles(space, open, isQuick, half, false)).values()
  return groups.flatMap((group, index) => {
    if (isOpen(index)) return group.map(() => halves.next().value)
    return found[index] ?? group.map(() => undefined)
  })
}

/** Not so large that only one process has something to do, where each has enough. */
function groupsOf(
  files: readonly FileStates[],
  maxSize: number,
  isQuick: boolean,
): (readonly FileStates[])[] {
  const size = Math.min(maxSize, Math.ceil(files.length / (isQuick ? 1 : MERGE_PROCESSES)))
  const groups: (readonly FileStates[])[] = []
  for (let start = 0; start < files.length; start += size) {
    groups.push(files.slice(start, start + size))
  }
  return groups
}

/** Files that are added to a stage, or taken away from it. */
interface MergedFiles {
  files: readonly FileStates[]
  isRemoval?: boolean
}

function removalOf(files: readonly FileStates[]): MergedFiles {
  const reversed = files.map(({ before, after, stage }) => ({
    before: after,
    after: before,
    stage,
  }))
  return { files: reversed, isRemoval: true }
}

/**
 * The files of a group are those of a tree. Undefined for a group that git can't merge. A file that
 * conflicts when it's added isn't taken away: nothing is clear about it.
 */
async function mergeGroups(
  scratch: ObjectSpace,
  groups: readonly (readonly FileStates[])[],
): Promise<(FileEffects[] | undefined)[]> {
  const adds = await effectsOfMerges(
    scratch,
    groups.map((files) => ({ files })),
  )
  const open = groups.map((files, index) =>
    files.filter((_, at) => adds[index]?.[at] !== 'conflicts'),
  )
  const removes = await effectsOfMerges(scratch, open.map(removalOf))
  return groups.map((files, index) => {
    const [added, removed] = [adds[index], removes[index]?.values()]
    if (!added || !removed) return undefined
    return files.map((_, at): FileEffects => {
      const add = added[at] ?? 'conflicts'
      return { add, remove: add === 'conflicts' ? add : (removed.next().value ?? 'conflicts') }
    })
  })
}

/** The same, in one process. */
async function mergeQuickly(
  scratch: ObjectSpace,
  groups: readonly (readonly FileStates[])[],
): Promise<(FileEffects[] | undefined)[]> {
  const adding = groups.map((files) => ({ files }))
  const found = await effectsOfMerges(scratch, [...adding, ...groups.map(removalOf)], 1)
  return groups.map((files, index) => {
    const [added, removed] = [found[index], found[groups.length + index]]
    if (!added || !removed) return undefined
    return files.map((_, at): FileEffects => {
      const add = added[at] ?? 'conflicts'
      return { add, remove: add === 'conflicts' ? add : (removed[at] ?? 'conflicts') }
    })
  })
}

/** What the merge of each group does to its files; undefined for one that git can't merge. */
async function effectsOfMerges(
  scratch: ObjectSpace,
  all: readonly MergedFiles[],
  processes = MERGE_PROCESSES,
): Promise<(FileEffect[] | undefined)[]> {
  const groups = all.filter(({ files }) => files.length > 0)
  if (groups.length === 0) return all.map(() => [])
  const effects = (await effectsOfGroups(scratch, groups, processes)).values()
  return all.map(({ files }) => (files.length > 0 ? effects.next().value : []))
}

/** None of the groups is empty: the ids of its files say how long those of its tree are. */
async function effectsOfGroups(
  scratch: ObjectSpace,
  groups: readonly MergedFiles[],
  processes: number,
): Promise<(FileEffect[] | undefined)[]> {
  const pack = new ObjectPack()
  const treeOf = (files: readonly FileStates[], side: keyof FileStates) =>
    addTree(
      pack,
      files.map((file) => file[side]),
    )
  const merges = groups.map(({ files, isRemoval = false }): TreeMerge => {
    const [base, ours] = [treeOf(files, 'before'), treeOf(files, 'stage')]
    return { base, ours, theirs: treeOf(files, 'after'), isRemoval, isFlat: true }
  })
  const { results, changed } = await scratch.withDirectory(async (directory) => {
    await pack.write(directory)
    const space = scratch.reading(directory)
    const results = await mergeTrees(space, merges, processes)
    const files = groups.map((group) => group.files)
    return { results, changed: await changedNames(space, files, merges, results) }
  })
  return groups.map(({ files }, index) => {
    const result = results[index]
    if (!result || result.type === 'impossible') return undefined
    const conflicts = new Set(result.type === 'conflicts' ? result.files : [])
    return files.map((_, at) => {
      if (conflicts.has(nameAt(at))) return 'conflicts'
      return changed[index]?.has(nameAt(at)) ? 'something' : 'nothing'
    })
  })
}
