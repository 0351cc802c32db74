import { LRUCache } from 'lru-cache'
import { ObjectPack } from '../git/object-pack.ts'
import type { ObjectSpace } from '../git/object-space.ts'
import { ChangedFiles, type FileStates } from './changed-files.ts'
import { ChangedHunks } from './changed-hunks.ts'
import { addTree, nameAt } from './file-trees.ts'
import type { HunksOnStage } from './hunks.ts'
import { type MergeResult, mergeTrees, type TreeMerge } from './tree-merges.ts'

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
    this.#known = new LRUCache({ max: maxRemembered })
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
    for (const [index, effects] of (await mergeFiles(space, unknown)).entries()) {
      const file = unknown[index]
      if (file && effects) this.#remember(found, file, effects)
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

/** Halves a merge that isn't possible, so that a file that git can't read costs only itself. */
async function mergeFiles(
  space: ObjectSpace,
  files: readonly FileStates[],
  filesOfAMerge = FILES_OF_A_MERGE,
): Promise<(FileEffects | undefined)[]> {
  if (files.length === 0) return []
  const groups = groupsOf(files, filesOfAMerge)
  const found = await space.scratch((scratch) => mergeGroups(scratch, groups))
  const isOpen = (index: number) => found[index] === undefined && (groups[index]?.length ?? 0) > 1
  const open = groups.filter((_, index) => isOpen(index)).flat()
  const halves = (await mergeFiles(space, open, Math.ceil(filesOfAMerge / 2))).values()
  return groups.flatMap((group, index) => {
    if (isOpen(index)) return group.map(() => halves.next().value)
    return found[index] ?? group.map(() => undefined)
  })
}

function groupsOf(files: readonly FileStates[], size: number): (readonly FileStates[])[] {
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
    return { base, ours, theirs: treeOf(files, 'after'), isRemoval }
  })
  const { results, changed } = await scratch.withDirectory(async (directory) => {
    await pack.write(directory)
    const space = scratch.reading(directory)
    const results = await mergeTrees(space, merges)
    return { results, changed: await changedNames(space, merges, results) }
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

/** Names of the files that each merge has changed. */
async function changedNames(
  { git }: ObjectSpace,
  merges: readonly TreeMerge[],
  results: readonly MergeResult[],
): Promise<ReadonlySet<string>[]> {
  const pairs = merges.map(({ ours }, place) => {
    const result = results[place]
    return { before: ours, after: result && result.type !== 'impossible' ? result.tree : ours }
  })
  const files = await new ChangedFiles().read(git, pairs)
  return files.map((own = []) => new Set(own.map(({ path }) => path)))
}
