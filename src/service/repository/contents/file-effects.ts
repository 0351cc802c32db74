import type { LRUCache } from 'lru-cache'
import { rememberNewest } from '../../remember-newest.ts'
import { batches } from '../git/batches.ts'
import { ObjectPack } from '../git/object-pack.ts'
import type { ObjectSpace } from '../git/object-space.ts'
import { readSizes } from '../git/read-texts.ts'
import type { FileStates } from './changed-files.ts'
import { ChangedHunks } from './changed-hunks.ts'
import { changedNames } from './changed-names.ts'
import { addTree, nameAt } from './file-trees.ts'
import type { HunksOnStage } from './hunks.ts'
import { MERGE_PROCESSES, mergeTrees, type TreeMerge } from './tree-merges.ts'

/** What a merge does to a file of a stage. */
export type FileEffect = 'nothing' | 'something' | 'conflicts'

/** What adding a change to a file of a stage does, and what taking it away does. */
export interface FileEffects {
  add: FileEffect
  remove: FileEffect
}

const MAX_REMEMBERED = 100_000
/** So many are the files of one tree: git merges each of them for itself. */
const FILES_OF_A_MERGE = 50
/** Of all sides of the files that are merged at once: what becomes of them can be in memory. */
const MERGED_BYTES = 192 * 1024 * 1024
/** Fewer are merged in no time. */
const MANY_FILES = 20

export const CONFLICTS: FileEffects = { add: 'conflicts', remove: 'conflicts' }

const EFFECTS: Readonly<Record<HunksOnStage, FileEffects>> = {
  before: { add: 'something', remove: 'nothing' },
  after: { add: 'nothing', remove: 'something' },
  other: CONFLICTS,
}

/** What merges by lines do to files. Contents never change, so each answer holds for good. */
export class KnownFileEffects {
  readonly #known: LRUCache<string, FileEffects>
  readonly #hunks = new ChangedHunks()

  constructor(maxRemembered = MAX_REMEMBERED) {
    this.#known = rememberNewest(maxRemembered)
  }

  /**
   * Looks at many files without a merge, and returns those that conflict when they're added. What
   * huge ones say is remembered, too.
   */
  async conflicting(
    space: ObjectSpace,
    files: readonly FileStates[],
    areHuge = false,
  ): Promise<ReadonlySet<FileStates>> {
    const { found, unknown } = this.#lookUp(files)
    if (unknown.length >= MANY_FILES) {
      for (const [file, own] of await this.#hunks.compare(space, unknown)) {
        if (areHuge || own === 'other') this.#remember(found, file, EFFECTS[own])
      }
    }
    return new Set(files.filter((file) => found.get(keyOf(file))?.add === 'conflicts'))
  }

  /** In the order of the files; undefined where git can't tell. */
  async read(
    space: ObjectSpace,
    files: readonly FileStates[],
  ): Promise<(FileEffects | undefined)[]> {
    const { found, unknown } = this.#lookUp(files)
    const idsOf = ({ before, after, stage }: FileStates) => [before, after, stage]
    const sizes = await readSizes(space.git, unknown.flatMap(idsOf))
    const bytesOf = (file: FileStates) =>
      idsOf(file).reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0)
    for (const batch of batches(unknown, MERGED_BYTES, bytesOf)) {
      for (const [index, effects] of (await mergeFiles(space, batch)).entries()) {
        const file = batch[index]
        if (file && effects) this.#remember(found, file, effects)
      }
    }
    return files.map((file) => found.get(keyOf(file)))
  }

  forget(): void {
    this.#known.clear()
    this.#hunks.forget()
  }

  /** With what is known by now: what is remembered next can take its place. */
  #lookUp(files: readonly FileStates[]) {
    const found = new Map<string, FileEffects>()
    const unknown = new Map<string, FileStates>()
    for (const file of files) {
      const known = this.#known.get(keyOf(file))
      if (known) found.set(keyOf(file), known)
      else unknown.set(keyOf(file), file)
    }
    return { found, unknown: [...unknown.values()] }
  }

  #remember(found: Map<string, FileEffects>, file: FileStates, effects: FileEffects): void {
    found.set(keyOf(file), effects)
    this.#known.set(keyOf(file), effects)
  }
}

function keyOf({ before, after, stage }: FileStates): string {
  return `${before} ${after} ${stage}`
}

/**
 * Halves a merge that isn't possible, so that a file that git can't read costs only itself. The
 * reason can be a lack of memory, so halves are merged on the disk.
 */
async function mergeFiles(
  space: ObjectSpace,
  files: readonly FileStates[],
  filesOfAMerge = FILES_OF_A_MERGE,
  isInMemory = true,
): Promise<(FileEffects | undefined)[]> {
  if (files.length === 0) return []
  const groups = groupsOf(files, filesOfAMerge)
  let wasInMemory = false
  const task = (scratch: ObjectSpace) => {
    wasInMemory = scratch.isInMemory
    return mergeGroups(scratch, groups)
  }
  const found = await (isInMemory ? space.scratchInMemory(task) : space.scratch(task))
  const isOpen = (index: number) =>
    found[index] === undefined && (wasInMemory || (groups[index]?.length ?? 0) > 1)
  const open = groups.filter((_, index) => isOpen(index)).flat()
  const halves = (await mergeFiles(space, open, Math.ceil(filesOfAMerge / 2), false)).values()
  return groups.flatMap((group, index) => {
    if (isOpen(index)) return group.map(() => halves.next().value)
    return found[index] ?? group.map(() => undefined)
  })
}

/** Not so large that only one process has something to do. */
function groupsOf(files: readonly FileStates[], maxSize: number): (readonly FileStates[])[] {
  const size = Math.min(maxSize, Math.ceil(files.length / MERGE_PROCESSES))
  const groups: (readonly FileStates[])[] = []
  for (let start = 0; start < files.length; start += size) {
    groups.push(files.slice(start, start + size))
  }
  return groups
}

/**
 * The files of a group are those of a tree. Undefined for a group that git can't merge. A file that
 * conflicts when it's added isn't taken away: nothing is clear about it.
 */
async function mergeGroups(
  scratch: ObjectSpace,
  groups: readonly (readonly FileStates[])[],
): Promise<(FileEffects[] | undefined)[]> {
  const adds = await effectsOfMerges(scratch, groups)
  const open = groups.map((files, index) =>
    files.filter((_, at) => adds[index]?.[at] !== 'conflicts'),
  )
  const removes = await effectsOfMerges(
    scratch,
    open.map((files) =>
      files.map(({ before, after, stage }) => ({ before: after, after: before, stage })),
    ),
    true,
  )
  return groups.map((files, index) => {
    const [added, removed] = [adds[index], removes[index]?.values()]
    if (!added || !removed) return undefined
    return files.map((_, at): FileEffects => {
      const add = added[at] ?? 'conflicts'
      return { add, remove: add === 'conflicts' ? add : (removed.next().value ?? 'conflicts') }
    })
  })
}

/** What the merge of each group does to its files; undefined for one that git can't merge. */
async function effectsOfMerges(
  scratch: ObjectSpace,
  all: readonly (readonly FileStates[])[],
  isRemoval = false,
): Promise<(FileEffect[] | undefined)[]> {
  const groups = all.filter(({ length }) => length > 0)
  if (groups.length === 0) return all.map(() => [])
  const effects = (await effectsOfGroups(scratch, groups, isRemoval)).values()
  return all.map(({ length }) => (length > 0 ? effects.next().value : []))
}

/** None of the groups is empty: the ids of its files say how long those of its tree are. */
async function effectsOfGroups(
  scratch: ObjectSpace,
  groups: readonly (readonly FileStates[])[],
  isRemoval: boolean,
): Promise<(FileEffect[] | undefined)[]> {
  const pack = new ObjectPack()
  const treeOf = (files: readonly FileStates[], side: keyof FileStates) =>
    addTree(
      pack,
      files.map((file) => file[side]),
    )
  const merges = groups.map((files): TreeMerge => {
    const [base, ours] = [treeOf(files, 'before'), treeOf(files, 'stage')]
    return { base, ours, theirs: treeOf(files, 'after'), isRemoval, isFlat: true }
  })
  const { results, changed } = await scratch.withDirectory(async (directory) => {
    await pack.write(directory)
    const space = scratch.reading(directory)
    const results = await mergeTrees(space, merges)
    return { results, changed: await changedNames(space, groups, merges, results) }
  })
  return groups.map((files, index) => {
    const result = results[index]
    if (!result || result.type === 'impossible') return undefined
    const conflicts = new Set(result.type === 'conflicts' ? result.files : [])
    return files.map((_, at) => {
      if (conflicts.has(nameAt(at))) return 'conflicts'
      return changed[index]?.has(nameAt(at)) ? 'something' : 'nothing'
    })
  })
}
