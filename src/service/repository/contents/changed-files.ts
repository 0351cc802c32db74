import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Git, GitError } from '../git/git.ts'

/** A file that differs between two trees. */
export interface ChangedFile {
  path: string
  /** Ids of its contents; undefined where there is no such file. */
  before: string | undefined
  after: string | undefined
  /** Whether its mode differs, such as whether it can be run. */
  hasModeChange: boolean
  /** Whether it is a file before and after, and no link or submodule. */
  isFile: boolean
  /** Whether it is a submodule before or after. */
  isSubmodule: boolean
}

/** A file before and after a change, and on a stage: ids of its contents. */
export interface FileStates {
  before: string
  after: string
  stage: string
}

/** Two trees, or two commits. */
export interface TreePair {
  before: string
  after: string
}

const MAX_REMEMBERED_FILES = 500_000

/** Files that differ between trees, each pair read once. Names and ids only, never contents. */
export class ChangedFiles {
  readonly #known = new LRUCache<string, readonly ChangedFile[]>({
    maxSize: MAX_REMEMBERED_FILES,
    sizeCalculation: (files) => files.length + 1,
  })

  /** In the order of the pairs; undefined for a pair that git can't compare. */
  async read(
    git: Git,
    pairs: readonly TreePair[],
  ): Promise<(readonly ChangedFile[] | undefined)[]> {
    const unknown = new Map(pairs.map((pair) => [keyOf(pair), pair]))
    const found = new Map<string, readonly ChangedFile[]>()
    for (const key of [...unknown.keys()]) {
      const files = this.#known.get(key)
      if (!files) continue
      found.set(key, files)
      unknown.delete(key)
    }
    for (const [key, files] of await readChanges(git, [...unknown.values()])) {
      this.#known.set(key, files)
      found.set(key, files)
    }
    return pairs.map((pair) => found.get(keyOf(pair)))
  }

  forget(): void {
    this.#known.clear()
  }
}

function keyOf({ before, after }: TreePair): string {
  return `${before} ${after}`
}

/** Bisects when git fails, so that a pair that can't be read costs only itself. */
async function readChanges(
  git: Git,
  pairs: readonly TreePair[],
): Promise<Map<string, ChangedFile[]>> {
  if (pairs.length === 0) return new Map()
  try {
    return parseChanges(await askForChanges(git, pairs))
  } catch (error) {
    if (!(error instanceof GitError)) throw error
    if (error.result.stoppedBy === 'signal') throw error
  }
  if (pairs.length === 1) return new Map()
  const middle = Math.ceil(pairs.length / 2)
  const left = await readChanges(git, pairs.slice(0, middle))
  return new Map([...left, ...(await readChanges(git, pairs.slice(middle)))])
}

const DIFF = ['diff-tree', '--stdin', '-r', '-z', '--no-renames']

function askForChanges(git: Git, pairs: readonly TreePair[]): Promise<string> {
  // git repeats a line that names no object. No file has this name.
  const end = Buffer.from(`${randomUUID()}\n`)
  const input = [...pairs.map((pair) => `${keyOf(pair)}\n`), end.toString()].join('')
  const chunks: Buffer[] = []
  let last = Buffer.alloc(0)
  return git.ask(DIFF, input, (chunk) => {
    chunks.push(chunk)
    last = Buffer.concat([last, chunk.subarray(-end.byteLength)]).subarray(-end.byteLength)
    if (!last.equals(end)) return undefined
    return Buffer.concat(chunks).subarray(0, -end.byteLength).toString()
  })
}

/** A line for each pair, and two fields for each of its files. */
function parseChanges(text: string): Map<string, ChangedFile[]> {
  const found = new Map<string, ChangedFile[]>()
  let files: ChangedFile[] = []
  const fields = text.split('\0')
  for (let index = 0; index < fields.length; index += 2) {
    const lines = (fields[index] ?? '').split('\n')
    const status = lines.pop() ?? ''
    for (const key of lines) {
      files = []
      found.set(key, files)
    }
    const [modeBefore = '', mode, before = '', after = ''] = status.slice(1).split(' ')
    if (!status.startsWith(':')) continue
    files.push({
      path: fields[index + 1] ?? '',
      before: idOrNone(before),
      after: idOrNone(after),
      hasModeChange: modeBefore !== mode,
      isFile: FILE_MODES.includes(modeBefore) && FILE_MODES.includes(mode ?? ''),
      isSubmodule: [modeBefore, mode].includes(SUBMODULE_MODE),
    })
  }
  // An array that has grown has room for 17 items, and most have one.
  for (const [key, files] of found) found.set(key, files.slice())
  return found
}

/** Plain, and one that can be run. */
const FILE_MODES = ['100644', '100755']
const SUBMODULE_MODE = '160000'

function idOrNone(id: string): string | undefined {
  return /^0+$/.test(id) ? undefined : id
}
