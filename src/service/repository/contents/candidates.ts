import type { ChangedFile } from './changed-files.ts'
import type { LineStep } from './stage-lines.ts'
import type { TouchedFiles } from './touched-files.ts'

/** A commit of a stage that changed a file of the card. */
export interface Candidate {
  id: string
  tree: string
  /** Its place in the history of the stage: 0 for the newest commit. */
  place: number
  /** The merge that brought it, with what was before it; undefined on the stage's own line. */
  chain: string | undefined
  /** What it made of the files that the card changes. */
  files: readonly ChangedFile[]
  /** Whether it can have renamed one of them: it removes one, and adds a file of another name. */
  mayRename: boolean
}

/** Of older ones, only those are looked at that say the most. */
const MAX_CANDIDATES = 200
const MAX_TELLING = 100

/** So many candidates are enough for every search. */
export const MAX_IN_ALL = MAX_CANDIDATES + MAX_TELLING

/**
 * Commits of a stage's history that changed one of these files, newest first. Some files change with
 * almost every commit, so of the older ones, those count that made a file what the card makes of it,
 * or what it was before. None is newer than the one at the place `newest`.
 */
export function candidatesOf(
  steps: readonly LineStep[],
  touched: TouchedFiles,
  changes: readonly ChangedFile[],
  newest = 0,
): Candidate[] {
  const paths = new Set(changes.map(({ path }) => path))
  const states = new Map(changes.map((file) => [file.path, file]))
  const isTelling = ({ path, after }: ChangedFile) =>
    after === states.get(path)?.after || after === states.get(path)?.before
  const found: Candidate[] = []
  for (const place of touched.placesOf(paths)) {
    if (place < newest) continue
    const step = steps[place]
    if (!step || found.length === MAX_IN_ALL) break
    const { id, tree, chain } = step
    const all = touched.filesOf(id)
    // Without the room for more that a filter leaves: there are hundreds of thousands of them.
    const files = all.filter(({ path }) => paths.has(path)).slice()
    const isOld = found.length >= MAX_CANDIDATES
    if (isOld && !files.some(isTelling)) continue
    const removes = files.some(({ after }) => after === undefined)
    const adds = all.some(({ path, before }) => before === undefined && !paths.has(path))
    // One that isn't looked at can have renamed a file, too.
    const mayRename = isOld || found.length === MAX_CANDIDATES - 1 || (removes && adds)
    found.push({ id, tree, place, chain, files, mayRename })
  }
  return found
}

/** The newest of the commits that made of a file what the card makes of it. */
export function tellingOf(
  candidates: readonly Candidate[],
  changes: readonly ChangedFile[],
): Candidate | undefined {
  const after = new Map(changes.map((file) => [file.path, file.after]))
  return candidates.find(({ files }) => files.some((file) => file.after === after.get(file.path)))
}

/**
 * Without the commits whose effect on the card's files was undone: what was decided before them
 * holds again. `undoneBy` is the newest commit that did so.
 */
export function withoutUndone(candidates: readonly Candidate[]) {
  const chains = [...new Set(candidates.map(({ chain }) => chain))]
  const undone = chains.flatMap((chain) => {
    const own = candidates.filter((one) => one.chain === chain)
    return own.slice(0, undoneInAll(own))
  })
  const ids = new Set(undone.map(({ id }) => id))
  const isLeft = ({ id, chain }: Candidate) => !ids.has(chain ?? id) && !ids.has(id)
  return { candidates: candidates.filter(isLeft), undoneBy: undone[0]?.id }
}

/** Also what was undone before that. */
function undoneInAll(chain: readonly Candidate[]): number {
  let count = 0
  for (let more = undoneCount(chain); more > 0; more = undoneCount(chain.slice(count))) {
    count += more
  }
  return count
}

/**
 * How many of the newest commits of a chain lead to the files that were there before them. A file
 * that is gone isn't undone where it can have another name.
 */
function undoneCount(chain: readonly Candidate[]): number {
  const now = new Map<string, string | undefined>()
  const before = new Map<string, string | undefined>()
  const isAsNow = (path: string) => before.get(path) === now.get(path)
  for (const [index, { files, mayRename }] of chain.entries()) {
    if (mayRename) return 0
    for (const file of files) {
      if (!now.has(file.path)) now.set(file.path, file.after)
      before.set(file.path, file.before)
    }
    if (now.size > 0 && [...now.keys()].every(isAsNow)) return index + 1
  }
  return 0
}
