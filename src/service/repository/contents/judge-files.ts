import type { ObjectSpace } from '../git/object-space.ts'
import { writeObject } from '../git/write-object.ts'
import type { ChangedFile, ChangedFiles } from './changed-files.ts'
import type { Question } from './presence.ts'
import { readIdsOfAll } from './read-ids.ts'
import { mergeTrees, type TreeMerge } from './tree-merges.ts'

/** What adding a change to a stage does, and what taking it away does. */
export interface Effects {
  add: 'nothing' | 'something' | 'conflicts'
  remove: 'nothing' | 'something' | 'conflicts'
}

/**
 * The same merges, each file for itself: none is a renamed other one. git takes a file that is gone
 * for a renamed one where another file has the same text. Undefined when git can't tell.
 */
export async function effectsByFiles(
  space: ObjectSpace,
  questions: readonly Question[],
  changedFiles: ChangedFiles,
): Promise<(Effects | undefined)[]> {
  const pairs = questions.map(({ base, head }) => ({ before: base, after: head }))
  const changes = await changedFiles.read(space.git, pairs)
  const places = questions.map(({ stage }, index) => {
    return { treeish: stage, paths: changes[index]?.map(({ path }) => path) ?? [] }
  })
  const ids = await readIdsOfAll(space.git, places)
  const files = changes.map((own, index) =>
    own?.map((file) => ({ ...file, stage: ids[index]?.get(file.path) })),
  )
  return space.scratch(async (scratch) => {
    const found: (Effects | undefined)[] = []
    for (const own of files) found.push(own && (await effectsOf(scratch, own)))
    return found
  })
}

interface StageFile extends ChangedFile {
  /** What the stage has there. */
  stage: string | undefined
}

async function effectsOf(space: ObjectSpace, files: readonly StageFile[]): Promise<Effects> {
  const effects: Effects = { add: 'nothing', remove: 'nothing' }
  const open: Required<StageFile>[] = []
  for (const { before, after, stage, ...file } of files) {
    if (stage === after) effects.remove = stronger(effects.remove, 'something')
    else if (stage === before) effects.add = stronger(effects.add, 'something')
    else if (before === undefined || after === undefined || stage === undefined) {
      return { add: 'conflicts', remove: 'conflicts' }
    } else open.push({ ...file, before, after, stage })
  }
  if (open.length === 0) return effects
  const treeOf = (side: 'before' | 'after' | 'stage') =>
    writeTree(
      space.directory,
      open.map((file) => file[side] ?? ''),
    )
  const [base, head, ours] = [await treeOf('before'), await treeOf('after'), await treeOf('stage')]
  const merges: TreeMerge[] = [
    { base, ours, theirs: head },
    { base: head, ours, theirs: base },
  ]
  const [add, remove] = (await mergeTrees(space, merges)).map((result) => {
    if (result.type !== 'clean') return 'conflicts'
    return result.tree === ours ? 'nothing' : 'something'
  })
  return {
    add: stronger(effects.add, add ?? 'conflicts'),
    remove: stronger(effects.remove, remove ?? 'conflicts'),
  }
}

type Effect = Effects['add']

const STRENGTH: Readonly<Record<Effect, number>> = { nothing: 0, something: 1, conflicts: 2 }

function stronger(one: Effect, other: Effect): Effect {
  return STRENGTH[one] > STRENGTH[other] ? one : other
}

/** A folder with the contents as its files, in this order. */
function writeTree(directory: string, contents: readonly string[]): Promise<string> {
  const entries = contents.flatMap((id, index) => [
    Buffer.from(`100644 file-${String(index).padStart(8, '0')}\0`),
    Buffer.from(id, 'hex'),
  ])
  return writeObject(directory, 'tree', Buffer.concat(entries), contents[0] ?? '')
}
