import { createHash } from 'node:crypto'
import type { Git } from '../git/git.ts'
import { readIds } from '../git/read-ids.ts'
import type { ChangedFile } from './changed-files.ts'
import { filesVerdict } from './files-verdict.ts'

/** What a stage has of the files that a card changes. */
export interface StageFiles {
  key: string
  /** When the files alone decide. */
  verdict: 'present' | 'absent' | undefined
  /** Whether each is as it was before, or not there yet. */
  isAsBefore: boolean
}

/** With one process for all cards. */
export async function readStageFiles(
  git: Git,
  { tip, tree }: { tip: string; tree: string },
  cards: readonly { changes: Changes }[],
): Promise<(changes: Changes) => StageFiles> {
  const paths = new Set<string>()
  for (const { changes = [] } of cards) {
    for (const { path, before } of changes) {
      paths.add(path)
      if (before === undefined) paths.add(folderOf(path))
    }
  }
  const ids = await readIds(git, tip, [...paths])
  return (changes) => {
    if (!changes) return { key: tree, verdict: undefined, isAsBefore: false }
    const isAsBefore = changes.every(({ path, before }) => ids.get(path) === before)
    if (!isSeenInFiles(changes, ids)) return { key: tree, verdict: undefined, isAsBefore }
    const hash = createHash('sha256')
    for (const { path } of changes) hash.update(`${ids.get(path) ?? ''}\n`)
    const key = hash.digest('hex').slice(0, 16)
    return { key, verdict: filesVerdict(changes, (path) => ids.get(path)), isAsBefore }
  }
}

type Changes = readonly ChangedFile[] | undefined

/** A rename, or another mode, isn't seen in the ids of the files. */
function isSeenInFiles(changes: readonly ChangedFile[], ids: ReadonlyMap<string, string>): boolean {
  const isSeen = ({ path, before, after, hasModeChange }: ChangedFile) => {
    if (before === undefined) return ids.get(folderOf(path)) !== undefined
    return after === undefined || !hasModeChange
  }
  return changes.length <= MAX_KEY_FILES && changes.every(isSeen)
}

/** A card that changes more files is compared with each commit of a stage. */
const MAX_KEY_FILES = 5_000

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}
