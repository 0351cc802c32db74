import type { Git } from '../git/git.ts'
import type { ObjectSpace } from '../git/object-space.ts'
import { readSizes, readTexts } from '../git/read-texts.ts'
import type { FileStates } from './changed-files.ts'
import type { KnownFileEffects } from './file-effects.ts'
import { areMergedQuickly, CONFLICTS, type FileEffect, type FileEffects } from './merge-files.ts'
import { isMergeable, isUnion, type StageFile } from './question-files.ts'
import { unionEffects } from './union-effects.ts'

/** A file that conflicts by its lines, when it's added or taken away. */
export interface ConflictingFile {
  file: StageFile
  isAdding: boolean
}

/** What adding a change to a stage does, and what taking it away does. */
export interface Effects extends FileEffects {
  /** Files that adding changes. */
  files: readonly string[]
  conflicting: ConflictingFile | undefined
}

/**
 * The same merges, each file for itself: none is a renamed other one. git takes a file that is gone
 * for a renamed one where another file has the same text.
 */
export async function effectsByFiles(
  space: ObjectSpace,
  questions: readonly (readonly StageFile[])[],
  known: KnownFileEffects,
): Promise<Effects[]> {
  const merged = (await readMerged(space, questions, known)).map((own) => own.values())
  const results: Effects[] = []
  for (let start = 0; start < questions.length; start += UNION_BATCH) {
    const batch = questions.slice(start, start + UNION_BATCH)
    const texts = await readUnionTexts(space.git, batch.flat().filter(isUnion))
    for (const [index, files] of batch.entries()) {
      const next = merged[start + index]
      const effects = files.map((file) =>
        isMergeable(file) ? (next?.next().value ?? CONFLICTS) : evidentEffects(file, texts),
      )
      results.push(combined(files, effects))
    }
  }
  return results
}

/**
 * A file that is there on all sides and conflicts, for each question: whatever git takes for
 * renamed, the merges of the trees conflict, too.
 */
export async function findConflicting(
  space: ObjectSpace,
  questions: readonly (readonly StageFile[])[],
  known: KnownFileEffects,
): Promise<(ConflictingFile | undefined)[]> {
  const merged = await readMerged(space, questions, known)
  return questions.map((files, index) =>
    firstConflicting(files.filter(isMergeable), merged[index] ?? []),
  )
}

/** In bytes. Larger ones are looked at only where no smaller one of the question conflicts. */
const SMALL_FILE_BYTES = 32 * 1024
/** Those above are lock files and lists of changes: a merge of one takes as long as of a hundred. */
const LARGE_FILE_BYTES = 128 * 1024

/**
 * What merges do to the files of each question that only merges can tell. Undefined where git can't
 * tell, and where another file of the question conflicts.
 */
async function readMerged(
  space: ObjectSpace,
  questions: readonly (readonly StageFile[])[],
  known: KnownFileEffects,
): Promise<(FileEffects | undefined)[][]> {
  const all = questions.map((files) => files.filter(isMergeable))
  const stages = all.flat().map(({ stage }) => stage)
  const sizes = await readSizes(space.git, stages)
  const sizeOf = ({ stage }: FileStates) => sizes.get(stage) ?? 0
  const isSmall = (file: FileStates) => sizeOf(file) <= SMALL_FILE_BYTES
  const isHuge = (file: FileStates) => sizeOf(file) > LARGE_FILE_BYTES
  const isLarge = (file: FileStates) => !isSmall(file) && !isHuge(file)
  const effects = new Map<FileStates, FileEffects>()
  const openFiles = (isWanted: (file: FileStates) => boolean) =>
    all.flatMap((files) => {
      const isOpen = !files.some((file) => isConflict(effects.get(file)))
      return isOpen ? files.filter(isWanted) : []
    })
  const bytes = stages.reduce((sum, stage) => sum + 3 * (sizes.get(stage) ?? 0), 0)
  const isQuick = areMergedQuickly(stages.length, bytes)
  const kinds = isQuick ? [(file: FileStates) => !isHuge(file), isHuge] : [isSmall, isLarge, isHuge]
  for (const isWanted of kinds) {
    const conflicting = await known.conflicting(space, openFiles(isWanted), isWanted === isHuge)
    for (const file of conflicting) effects.set(file, CONFLICTS)
  }
  for (const isWanted of kinds) {
    const files = openFiles(isWanted)
    for (const [index, found] of (await known.read(space, files)).entries()) {
      const file = files[index]
      if (file && found) effects.set(file, found)
    }
  }
  return all.map((files) => files.map((file) => effects.get(file)))
}

function isConflict(effects: FileEffects | undefined): boolean {
  return effects?.add === 'conflicts' || effects?.remove === 'conflicts'
}

function firstConflicting(
  files: readonly StageFile[],
  effects: readonly (FileEffects | undefined)[],
): ConflictingFile | undefined {
  const isAdding = effects.findIndex((own) => own?.add === 'conflicts')
  const any = effects.findIndex((own) => own?.remove === 'conflicts')
  const file = files[isAdding < 0 ? any : isAdding]
  return file && { file, isAdding: isAdding >= 0 }
}

/** So many questions have their texts in memory at once. */
const UNION_BATCH = 50
/** Of a file of which git keeps all lines; a larger one conflicts. */
const MAX_UNION_BYTES = 1024 * 1024

/** What the ids of a file say, or the lines of one of which git keeps all. */
function evidentEffects(file: StageFile, texts: ReadonlyMap<string, string>): FileEffects {
  const { before, after, stage } = file
  if (isUnion(file)) {
    if (idsOf(file).some((id) => !texts.has(id))) return CONFLICTS
    const textOf = (id: string | undefined) => (id === undefined ? '' : (texts.get(id) ?? ''))
    return unionEffects({ before: textOf(before), after: textOf(after), stage: textOf(stage) })
  }
  if (stage === after) return { add: 'nothing', remove: 'something' }
  return stage === before ? { add: 'something', remove: 'nothing' } : CONFLICTS
}

function readUnionTexts(git: Git, files: readonly StageFile[]): Promise<Map<string, string>> {
  return readTexts(git, files.flatMap(idsOf), MAX_UNION_BYTES)
}

function idsOf({ before, after, stage }: StageFile): string[] {
  return [before, after, stage].filter((id) => id !== undefined)
}

function combined(files: readonly StageFile[], effects: readonly FileEffects[]): Effects {
  return {
    add: strongest(effects.map(({ add }) => add)),
    remove: strongest(effects.map(({ remove }) => remove)),
    files: files.flatMap(({ path }, index) => (effects[index]?.add === 'something' ? [path] : [])),
    conflicting: firstConflicting(files, effects),
  }
}

function strongest(effects: readonly FileEffect[]): FileEffect {
  if (effects.includes('conflicts')) return 'conflicts'
  return effects.includes('something') ? 'something' : 'nothing'
}
