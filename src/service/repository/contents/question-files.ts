import type { FileMerge } from '../git/merge-attributes.ts'
import type { ObjectSpace } from '../git/object-space.ts'
import { readIdsOfAll } from '../git/read-ids.ts'
import type { ChangedFile, ChangedFiles, FileStates } from './changed-files.ts'
import { readMergesOfAll } from './file-merges.ts'
import { filesVerdict, hasOtherModes } from './files-verdict.ts'
import type { Question } from './presence.ts'

/** A file that a change makes another one, and what a stage has there. */
export interface StageFile extends ChangedFile {
  /** Undefined where there is none. */
  stage: string | undefined
  merge: FileMerge
}

/** With more files, trees are merged: that is one process, too. */
const MAX_COMPARED_FILES = 200

/** Files of a question. */
export interface QuestionFiles {
  /** Some of many. */
  files: readonly StageFile[]
  isWhole: boolean
}

/** What each question's change makes of files; undefined for one that git can't compare. */
export async function readQuestionFiles(
  space: ObjectSpace,
  questions: readonly Question[],
  changedFiles: ChangedFiles,
): Promise<(QuestionFiles | undefined)[]> {
  const pairs = questions.map(({ base, head }) => ({ before: base, after: head }))
  const changes = await changedFiles.read(space.git, pairs)
  const all = questions.map(({ stage }, index) => ({ stage, files: changes[index] ?? [] }))
  const merges = await readMerges(space, all)
  const places = all.map(({ stage, files }, index) => {
    const isUnited = files.some(({ path }) => merges[index]?.get(path) === 'union')
    const isRead = questions[index]?.renames === false || isUnited
    return { stage, files: isRead ? files : files.slice(0, MAX_COMPARED_FILES) }
  })
  const read = await readIdsOn(space, places, merges)
  return changes.map((own, index) => {
    const files = read[index] ?? []
    return own && { files, isWhole: files.length === own.length }
  })
}

/** Files of changes, with the tree of the stage where they are looked for. */
interface FilesOnStage {
  stage: string
  files: readonly ChangedFile[]
}

/** With what the stages have there. */
export async function readFilesOnStages(
  space: ObjectSpace,
  places: readonly FilesOnStage[],
): Promise<StageFile[][]> {
  return readIdsOn(space, places, await readMerges(space, places))
}

function readMerges(space: ObjectSpace, places: readonly FilesOnStage[]) {
  return readMergesOfAll(space, places.map(placeOf))
}

async function readIdsOn(
  space: ObjectSpace,
  places: readonly FilesOnStage[],
  merges: readonly ReadonlyMap<string, FileMerge>[],
): Promise<StageFile[][]> {
  const ids = await readIdsOfAll(space.git, places.map(placeOf))
  return places.map(({ files }, index) =>
    files.map(({ path, before, after, hasModeChange, isFile, isSubmodule }) => {
      const merge = merges[index]?.get(path) ?? 'lines'
      const stage = ids[index]?.get(path)
      // Spelled out: see `questionOf`.
      return { path, before, after, hasModeChange, isFile, isSubmodule, stage, merge }
    }),
  )
}

function placeOf({ stage, files }: FilesOnStage) {
  const hasSubmodules = files.some(({ isSubmodule }) => isSubmodule)
  return { treeish: stage, paths: files.map(({ path }) => path), hasSubmodules }
}

export const isUnion = ({ merge }: StageFile) => merge === 'union'

/** Whether only a merge of its lines can tell. */
export function isMergeable(file: StageFile): file is StageFile & FileStates {
  const { before, after, stage, merge } = file
  const isThere = before !== undefined && after !== undefined && stage !== undefined
  return merge === 'lines' && isThere && stage !== before && stage !== after
}

/** What the ids of the files say of a question, or else which merges have the answer. */
export type QuestionKind = 'present' | 'absent' | 'added twice' | 'by files' | 'by trees'

/**
 * Where each file is there before, after, and on the stage, or is added by the change, none is
 * renamed, and its own merge is as good as one of trees.
 */
export function kindOf({ renames = true }: Question, own: QuestionFiles | undefined): QuestionKind {
  if (!renames) return 'by files'
  if (!own || own.files.length === 0) return 'by trees'
  const { files, isWhole } = own
  if (isWhole && files.length <= MAX_COMPARED_FILES && !hasOtherModes(files)) {
    const stageOf = new Map(files.map(({ path, stage }) => [path, stage]))
    const verdict = filesVerdict(files, (path) => stageOf.get(path))
    if (verdict) return verdict
    if (isAddedTwice(files)) return 'added twice'
    if (files.every(isAlone)) return 'by files'
  }
  return files.some(isUnion) ? 'by files' : 'by trees'
}

/** Whether no other file has anything to do with it, on the stage neither if it's there. */
function isAlone({ before, after, stage, isFile }: StageFile): boolean {
  if (before !== undefined) return isFile && stage !== undefined
  return after !== undefined && (stage === undefined || stage === after)
}

/** A file that the change adds: the stage can have it by another name. */
export const isMissing = ({ before, stage }: StageFile) =>
  before === undefined && stage === undefined

/** Files that both sides have added conflict, but for those to which the change has renamed one. */
function isAddedTwice(files: readonly StageFile[]): boolean {
  const renamed = files.filter(({ after }) => after === undefined).length
  const added = files.filter(({ before, after, stage, merge }) => {
    return before === undefined && stage !== undefined && stage !== after && merge !== 'union'
  })
  return added.length > renamed
}
