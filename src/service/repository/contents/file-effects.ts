import type { LRUCache } from 'lru-cache'
import { rememberLastUsed } from '../../remember-last-used.ts'
import { batches } from '../git/batches.ts'
import type { ObjectSpace } from '../git/object-space.ts'
import { readSizes } from '../git/read-texts.ts'
import type { FileStates } from './changed-files.ts'
import { ChangedHunks } from './changed-hunks.ts'
import type { HunksOnStage } from './hunks.ts'
import { areMergedQuickly, CONFLICTS, type FileEffects, mergeFiles } from './merge-files.ts'

const MAX_REMEMBERED = 100_000
/** Of all sides of the files that are merged at once: what becomes of them can be in memory. */
const MERGED_BYTES = 192 * 1024 * 1024
/** Fewer are merged in no time. */
const MANY_FILES = 20

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
    this.#known = rememberLastUsed(maxRemembered)
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
    if (areHuge || unknown.length >= MANY_FILES) {
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
    const { found: known, unknown } = this.#lookUp(files)
    const idsOf = ({ before, after, stage }: FileStates) => [before, after, stage]
    const sizes = await readSizes(space.git, unknown.flatMap(idsOf))
    const bytesOf = (file: FileStates) =>
      idsOf(file).reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0)
    for (const batch of batches(unknown, MERGED_BYTES, bytesOf)) {
      const bytes = batch.reduce((sum, file) => sum + bytesOf(file), 0)
      const found = await mergeFiles(space, batch, areMergedQuickly(batch.length, bytes))
      for (const [index, effects] of found.entries()) {
        const file = batch[index]
        if (file && effects) this.#remember(known, file, effects)
      }
    }
    return files.map((file) => known.get(keyOf(file)))
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
