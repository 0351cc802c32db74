import { LRUCache } from 'lru-cache'
import { Turns } from '../../turns.ts'
import { batches } from '../git/batches.ts'
import { ObjectPack } from '../git/object-pack.ts'
import type { ObjectSpace } from '../git/object-space.ts'
import { readContents, readSizes } from '../git/read-texts.ts'
import type { FileStates } from './changed-files.ts'
import { addTree, placeOf } from './file-trees.ts'
import {
  compareHunks,
  framed,
  type Hunks,
  type HunksOnStage,
  lengthOf,
  readHunks,
} from './hunks.ts'

type FileChange = Pick<FileStates, 'before' | 'after'>

const MAX_REMEMBERED_BYTES = 32 * 1024 * 1024
/** Of the texts that are in memory at the same time. */
const BATCH_BYTES = 8 * 1024 * 1024
const MAX_FILE_BYTES = BATCH_BYTES / 2
/** As git merges them. A merge doesn't move a hunk to where people would see it. */
const DIFF = ['diff-tree', '-p', '-U0', '--histogram', '--no-indent-heuristic', '--no-renames']

/**
 * Tells without a merge what stages have of many changes of files: a merge takes far longer than to
 * look for some lines, and most of the files conflict.
 */
export class ChangedHunks {
  readonly #known = new LRUCache<string, Hunks>({
    maxSize: MAX_REMEMBERED_BYTES,
    sizeCalculation: ({ all }) => 1 + lengthOf(all),
  })

  /** Where it's seen. */
  async compare(
    space: ObjectSpace,
    files: readonly FileStates[],
  ): Promise<ReadonlyMap<FileStates, HunksOnStage>> {
    const sizes = await readSizes(space.git, files.flatMap(idsOf))
    const isReadable = (id: string) => (sizes.get(id) ?? Infinity) <= MAX_FILE_BYTES
    const readable = files.filter((file) => idsOf(file).every(isReadable))
    const hunks = await this.#hunksOf(space, readable, sizes)
    const byStage = groupByStage(readable)
    const found = new Map<FileStates, HunksOnStage>()
    for (const stages of batches([...byStage.keys()], BATCH_BYTES, (id) => sizes.get(id) ?? 0)) {
      const { contents } = await readContents(space.git, stages, MAX_FILE_BYTES)
      const asked = stages.flatMap((stage) => byStage.get(stage) ?? [])
      for (const [file, own] of await compareAll(contents, asked, hunks)) found.set(file, own)
    }
    return found
  }

  forget(): void {
    this.#known.clear()
  }

  async #hunksOf(
    space: ObjectSpace,
    files: readonly FileChange[],
    sizes: ReadonlyMap<string, number>,
  ): Promise<ReadonlyMap<string, Hunks>> {
    const found = new Map<string, Hunks>()
    const unknown = new Map<string, FileChange>()
    for (const file of files) {
      const known = this.#known.get(keyOf(file))
      if (known) found.set(keyOf(file), known)
      else unknown.set(keyOf(file), file)
    }
    const bytesOf = ({ before, after }: FileChange) =>
      (sizes.get(before) ?? 0) + (sizes.get(after) ?? 0)
    for (const changes of batches([...unknown.values()], BATCH_BYTES, bytesOf)) {
      for (const [key, hunks] of await readChangedHunks(space, changes)) {
        found.set(key, hunks)
        this.#known.set(key, hunks)
      }
    }
    return found
  }
}

function groupByStage(files: readonly FileStates[]): Map<string, FileStates[]> {
  const groups = new Map<string, FileStates[]>()
  for (const file of files) {
    const group = groups.get(file.stage)
    if (group) group.push(file)
    else groups.set(file.stage, [file])
  }
  return groups
}

async function compareAll(
  texts: ReadonlyMap<string, Buffer>,
  files: readonly FileStates[],
  hunks: ReadonlyMap<string, Hunks>,
): Promise<[FileStates, HunksOnStage][]> {
  const framedTexts = new Map([...texts].map(([id, text]) => [id, framed(text)]))
  const found: [FileStates, HunksOnStage][] = []
  const turns = new Turns()
  for (const file of files) {
    const [own, text] = [hunks.get(keyOf(file)), framedTexts.get(file.stage)]
    const compared = own && text !== undefined ? compareHunks(own, text) : undefined
    if (compared) found.push([file, compared])
    await turns.pause()
  }
  return found
}

function idsOf({ before, after, stage }: FileStates): string[] {
  return [before, after, stage]
}

function keyOf({ before, after }: FileChange): string {
  return `${before} ${after}`
}

/** Without those that git can't compare by lines. */
async function readChangedHunks(
  space: ObjectSpace,
  changes: readonly FileChange[],
): Promise<[string, Hunks][]> {
  const headers = await space.withDirectory(async (directory) => {
    const pack = new ObjectPack()
    const trees = [
      addTree(
        pack,
        changes.map(({ before }) => before),
      ),
      addTree(
        pack,
        changes.map(({ after }) => after),
      ),
    ]
    await pack.write(directory)
    const { git } = space.reading(directory)
    const { code, stdout } = await git.run([...DIFF, ...trees], { encoding: 'latin1' })
    return code === 0 ? parseHeaders(stdout) : new Map<number, string[]>()
  })
  const ids = changes.flatMap(({ before, after }) => [before, after])
  const { contents } = await readContents(space.git, ids, MAX_FILE_BYTES)
  const found: [string, Hunks][] = []
  const turns = new Turns()
  for (const [place, change] of changes.entries()) {
    const [before, after] = [contents.get(change.before), contents.get(change.after)]
    if (before === undefined || after === undefined) continue
    found.push([keyOf(change), readHunks(headers.get(place) ?? [], before, after)])
    await turns.pause()
  }
  return found
}

/** By the places of the files. Lines of their contents begin with a sign. */
function parseHeaders(diff: string): Map<number, string[]> {
  const found = new Map<number, string[]>()
  let own: string[] = []
  for (const line of diff.split('\n')) {
    const [, name = ''] = /^diff --git a\/(\S+) /.exec(line) ?? []
    const place = placeOf(name)
    if (line.startsWith('@@ ')) own.push(line)
    if (place === undefined) continue
    own = []
    found.set(place, own)
  }
  return found
}
