import type { Git } from '../git/git.ts'
import type { FileMerge } from '../git/merge-attributes.ts'
import { ObjectPack } from '../git/object-pack.ts'
import type { ObjectSpace } from '../git/object-space.ts'
import { readIdsOfAll } from '../git/read-ids.ts'
import { readTexts } from '../git/read-texts.ts'
import { type ChangedFile, ChangedFiles } from './changed-files.ts'
import { readMergesOfAll } from './file-merges.ts'
import type { Question } from './presence.ts'
import { type MergeResult, mergeTrees, type TreeMerge } from './tree-merges.ts'
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
  const states: (EvidentEffects | undefined)[] = []
  for (let start = 0; start < files.length; start += UNION_BATCH) {
    const batch = files.slice(start, start + UNION_BATCH)
    const united = batch.flatMap((own) => own?.filter(isUnion) ?? [])
    const texts = await readUnionTexts(space.git, united)
    states.push(...batch.map((own) => own && evidentEffects(own, texts)))
  }
  return space.scratch(async (scratch) => {
    const pack = new ObjectPack()
    const wanted = states.flatMap((state) => {
      return state && state.open.length > 0 ? mergesOf(pack, state.open) : []
    })
    await pack.write(scratch.directory)
    const results = await mergeTrees(scratch, wanted)
    const added = await changedPlaces(scratch.git, wanted, results)
    let place = 0
    return states.map((state) => {
      if (!state || state.open.length === 0) return state?.effects
      const { effects, open } = state
      const [add, remove] = [place, place + 1].map((at) => effectOf(wanted[at], results[at]))
      const more = added.get(place)?.flatMap((index) => open[index]?.path ?? []) ?? []
      place += 2
      return {
        add: stronger(effects.add, add ?? 'conflicts'),
        remove: stronger(effects.remove, remove ?? 'conflicts'),
        files: [...effects.files, ...more],
      }
    })
  })
}

/** So many questions have their texts in memory at once. */
const UNION_BATCH = 50
/** Of a file of which git keeps all lines; a larger one conflicts. */
const MAX_UNION_BYTES = 1024 * 1024

interface StageFile extends ChangedFile {
  /** What the stage has there. */
  stage: string | undefined
  merge: FileMerge
}

function effectOf(merge: TreeMerge | undefined, result: MergeResult | undefined): Effect {
  if (result?.type !== 'clean') return 'conflicts'
  return result.tree === merge?.ours ? 'nothing' : 'something'
}

/** The files that a merge has changed, by its place: their places in its trees. */
async function changedPlaces(
  git: Git,
  merges: readonly TreeMerge[],
  results: readonly MergeResult[],
): Promise<Map<number, number[]>> {
  const changed = merges.flatMap(({ ours }, place) => {
    const result = results[place]
    const isAdding = place % 2 === 0 && result?.type === 'clean' && result.tree !== ours
    return isAdding ? [{ place, pair: { before: ours, after: result.tree } }] : []
  })
  const files = await new ChangedFiles().read(
    git,
    changed.map(({ pair }) => pair),
  )
  return new Map(
    changed.map(({ place }, index) => [
      place,
      files[index]?.map(({ path }) => Number(path.slice(FILE_PREFIX.length))) ?? [],
    ]),
  )
}

interface EvidentEffects {
  effects: Effects
  /** The files that only a merge can tell. */
  open: readonly Required<StageFile>[]
}

/** What the ids of the files say, and the lines of those of which git keeps all. */
function evidentEffects(
  files: readonly StageFile[],
  texts: ReadonlyMap<string, string>,
): EvidentEffects {
  const united = files.filter(isUnion)
  const ids = united.flatMap(idsOf)
  if (ids.some((id) => !texts.has(id))) return { effects: CONFLICTS, open: [] }
  const effects = effectsOfUnion(united, texts)
  const others = files.filter((file) => !isUnion(file))
  if (others.some(({ stage, after }) => stage === after)) {
    effects.remove = stronger(effects.remove, 'something')
  }
  if (others.some(({ stage, before, after }) => stage === before && stage !== after)) {
    effects.add = stronger(effects.add, 'something')
  }
  const open = others.filter(({ stage, before, after }) => stage !== after && stage !== before)
  return open.every(canBeMerged) ? { effects, open } : { effects: CONFLICTS, open: [] }
}

const isUnion = ({ merge }: StageFile) => merge === 'union'

function canBeMerged(file: StageFile): file is Required<StageFile> {
  const { before, after, stage, merge } = file
  return merge !== 'none' && before !== undefined && after !== undefined && stage !== undefined
}

const CONFLICTS: Effects = { add: 'conflicts', remove: 'conflicts', files: [] }

function readUnionTexts(git: Git, files: readonly StageFile[]): Promise<Map<string, string>> {
  return readTexts(git, files.flatMap(idsOf), MAX_UNION_BYTES)
}

function idsOf({ before, after, stage }: StageFile): string[] {
  return [before, after, stage].filter((id) => id !== undefined)
}

function effectsOfUnion(files: readonly StageFile[], texts: ReadonlyMap<string, string>): Effects {
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

/** Adding the change to the files of a stage, and taking it away. */
function mergesOf(pack: ObjectPack, files: readonly Required<StageFile>[]): TreeMerge[] {
  const treeOf = (side: 'before' | 'after' | 'stage') =>
    addTree(
      pack,
      files.map((file) => file[side] ?? ''),
    )
  const [base, head, ours] = [treeOf('before'), treeOf('after'), treeOf('stage')]
  return [
    { base, ours, theirs: head },
    { base: head, ours, theirs: base, isRemoval: true },
  ]
}

type Effect = Effects['add']

const STRENGTH: Readonly<Record<Effect, number>> = { nothing: 0, something: 1, conflicts: 2 }

function stronger(one: Effect, other: Effect): Effect {
  return STRENGTH[one] > STRENGTH[other] ? one : other
}

const FILE_PREFIX = 'file-'

/** A folder with the contents as its files, in this order. */
function addTree(pack: ObjectPack, contents: readonly string[]): string {
  const entries = contents.flatMap((id, index) => [
    Buffer.from(`100644 ${FILE_PREFIX}${String(index).padStart(8, '0')}\0`),
    Buffer.from(id, 'hex'),
  ])
  return pack.add('tree', Buffer.concat(entries), contents[0] ?? '')
}
