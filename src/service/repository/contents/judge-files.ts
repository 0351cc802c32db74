import type { FileMerge } from '../git/merge-attributes.ts'
import type { ObjectSpace } from '../git/object-space.ts'
import { readIdsOfAll } from '../git/read-ids.ts'
import { readTexts } from '../git/read-texts.ts'
import { writeObject } from '../git/write-object.ts'
import type { ChangedFile, ChangedFiles } from './changed-files.ts'
import { readMergesOfAll } from './file-merges.ts'
import type { Question } from './presence.ts'
import { mergeTrees, type TreeMerge } from './tree-merges.ts'
import { unionEffects } from './union-effects.ts'

/** What adding a change to a stage does, and what taking it away does. */
export interface Effects {
  add: 'nothing' | 'something' | 'conflicts'
  remove: 'nothing' | 'something' | 'conflicts'
  /** Files that adding changes, of those that have to be told by their lines. */
  files: readonly string[]
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
  const [ids, merges] = [
    await readIdsOfAll(space.git, places),
    await readMergesOfAll(space, places),
  ]
  const files = changes.map((own, index) =>
    own?.map((file) => ({
      ...file,
      stage: ids[index]?.get(file.path),
      merge: merges[index]?.get(file.path) ?? 'lines',
    })),
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
  merge: FileMerge
}

async function effectsOf(space: ObjectSpace, files: readonly StageFile[]): Promise<Effects> {
  const united = files.filter(({ merge }) => merge === 'union')
  const found = await effectsOfUnion(space, united)
  const others = files.filter(({ merge }) => merge !== 'union')
  if (others.some(({ stage, after }) => stage === after)) {
    found.remove = stronger(found.remove, 'something')
  }
  if (others.some(({ stage, before, after }) => stage === before && stage !== after)) {
    found.add = stronger(found.add, 'something')
  }
  const open = others.filter(({ stage, before, after }) => stage !== after && stage !== before)
  if (!open.every(canBeMerged)) return CONFLICTS
  if (open.length === 0) return found
  const merged = await effectsOfMerges(space, open)
  return {
    add: stronger(found.add, merged.add),
    remove: stronger(found.remove, merged.remove),
    files: found.files,
  }
}

function canBeMerged(file: StageFile): file is Required<StageFile> {
  const { before, after, stage, merge } = file
  return merge !== 'none' && before !== undefined && after !== undefined && stage !== undefined
}

const CONFLICTS: Effects = { add: 'conflicts', remove: 'conflicts', files: [] }

async function effectsOfUnion(space: ObjectSpace, files: readonly StageFile[]): Promise<Effects> {
  const ids = files.flatMap(({ before, after, stage }) => [before, after, stage])
  const texts = await readTexts(
    space.git,
    ids.filter((id) => id !== undefined),
  )
  const textOf = (id: string | undefined) => (id === undefined ? '' : (texts.get(id) ?? ''))
  const effects = files.map(({ path, before, after, stage }) => ({
    path,
    ...unionEffects({ before: textOf(before), after: textOf(after), stage: textOf(stage) }),
  }))
  const added = effects.filter(({ add }) => add === 'something')
  return {
    add: added.length > 0 ? 'something' : 'nothing',
    remove: effects.some(({ remove }) => remove === 'something') ? 'something' : 'nothing',
    files: added.map(({ path }) => path),
  }
}

async function effectsOfMerges(
  space: ObjectSpace,
  files: readonly Required<StageFile>[],
): Promise<Pick<Effects, 'add' | 'remove'>> {
  const treeOf = (side: 'before' | 'after' | 'stage') =>
    writeTree(
      space.directory,
      files.map((file) => file[side] ?? ''),
    )
  const [base, head, ours] = [await treeOf('before'), await treeOf('after'), await treeOf('stage')]
  const merges: TreeMerge[] = [
    { base, ours, theirs: head },
    { base: head, ours, theirs: base, isRemoval: true },
  ]
  const [add = 'conflicts', remove = 'conflicts'] = (await mergeTrees(space, merges)).map(
    (result) => {
      if (result.type !== 'clean') return 'conflicts'
      return result.tree === ours ? 'nothing' : 'something'
    },
  )
  return { add, remove }
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
