import type { LRUCache } from 'lru-cache'
import { rememberLastUsed } from '../../remember-last-used.ts'
import type { ObjectSpace } from '../git/object-space.ts'
import { type ChangedFile, ChangedFiles } from './changed-files.ts'
import { KnownFileEffects } from './file-effects.ts'
import { type ConflictingFile, effectsByFiles, findConflicting } from './judge-files.ts'
import { type Judgment, type Presence, type Question, UNREADABLE } from './presence.ts'
import {
  isMergeable,
  isMissing,
  kindOf,
  readFilesOnStages,
  readQuestionFiles,
  type StageFile,
} from './question-files.ts'
import { type MergeResult, mergeTrees } from './tree-merges.ts'

const MAX_REMEMBERED = 200_000
/** Far fewer than are remembered, and than fit into memory with their files. */
const MAX_AT_ONCE = 5_000

/**
 * Decides whether trees have changes. Adding the change to the tree, or taking it away, is a merge:
 * a tree that only the second one changes has it, and a tree that only the first one changes
 * doesn't. Trees never change, so each answer holds for good.
 * See .github/decisions/0025-what-a-stage-contains.md.
 */
export class Judge {
  readonly #known: LRUCache<string, Judgment>
  readonly #fileEffects = new KnownFileEffects()
  /** A file of a change that conflicted with a stage: mostly, it conflicts with the next one, too. */
  readonly #conflicting = rememberLastUsed<ChangedFile>(MAX_REMEMBERED)

  constructor(
    private readonly changedFiles: ChangedFiles,
    maxRemembered = MAX_REMEMBERED,
  ) {
    this.#known = rememberLastUsed(maxRemembered)
  }

  /** What was needed for many cards at once takes much memory, and one push needs little of it. */
  forget(): void {
    this.#known.clear()
    this.#conflicting.clear()
    this.#fileEffects.forget()
    this.changedFiles.forget()
  }

  /** In the order of the questions. Leaves no object in the space. */
  async decide(space: ObjectSpace, questions: readonly Question[]): Promise<Judgment[]> {
    const answers: Judgment[] = []
    for (let start = 0; start < questions.length; start += MAX_AT_ONCE) {
      answers.push(...(await this.#decideSome(space, questions.slice(start, start + MAX_AT_ONCE))))
    }
    return answers
  }

  async #decideSome(space: ObjectSpace, questions: readonly Question[]): Promise<Judgment[]> {
    // What is remembered next can take the place of what is known by now.
    const known = questions.map((question) => this.#recall(question))
    const unknown = new Map(
      questions.flatMap((question, index): [string, Question][] => {
        return known[index] ? [] : [[keyOf(question), question]]
      }),
    )
    if (unknown.size > 0) await this.#decideUnknown(space, [...unknown.values()])
    return questions.map((question, index) => {
      return known[index] ?? this.#recall(question) ?? UNREADABLE
    })
  }

  #recall(question: Question): Judgment | undefined {
    return this.#known.get(keyOfBoth(question)) ?? this.#known.get(keyOf(question))
  }

  async #decideUnknown(space: ObjectSpace, asked: readonly Question[]): Promise<void> {
    const questions = await this.#withoutConflicting(space, asked)
    const files = await readQuestionFiles(space, questions, this.changedFiles)
    const [byFiles, byTrees]: [OpenQuestion[], OpenQuestion[]] = [[], []]
    for (const [index, question] of questions.entries()) {
      const kind = kindOf(question, files[index])
      const open = { question, files: files[index]?.files ?? [] }
      if (kind === 'by trees') byTrees.push(open)
      else if (kind === 'added twice') this.#save(question, ADDED_TWICE)
      else if (kind !== 'by files') this.#save(question, clear(kind))
      else if (files[index]) byFiles.push(open)
    }
    byTrees.push(...(await this.#decideByFiles(space, byFiles)))
    await this.#decideByTrees(space, byTrees)
  }

  /** Whatever the other files of a change are: with one that conflicts, nothing is clear. */
  async #withoutConflicting(space: ObjectSpace, questions: readonly Question[]) {
    const places = questions.map((question) => {
      const file = this.#conflicting.get(changeOf(question))
      return { stage: question.stage, files: file ? [file] : [] }
    })
    const read = (await readFilesOnStages(space, places)).map((files) => files.filter(isMergeable))
    const conflicting = await this.#fileEffects.conflicting(space, read.flat())
    return questions.filter((question, index) => {
      const file = read[index]?.find((one) => conflicting.has(one))
      if (file) this.#save(question, conflictsWith({ file, isAdding: true }))
      return !file
    })
  }

  /** Returns those that only trees can tell. */
  async #decideByFiles(space: ObjectSpace, all: readonly OpenQuestion[]): Promise<OpenQuestion[]> {
    const files = all.map((one) => one.files)
    const effects = await effectsByFiles(space, files, this.#fileEffects)
    const open: OpenQuestion[] = []
    for (const [index, one] of all.entries()) {
      const { question } = one
      const found = effects[index]
      if (!found) continue
      const judgment = judgmentOf(found.add, found.remove)
      if (judgment.verdict === 'partly') judgment.files = found.files
      judgment.conflictsWhenAdded = found.add === 'conflicts'
      if (question.renames === false) this.#known.set(keyOf(question), judgment)
      else if (isElsewhere(one, judgment)) open.push(one)
      else this.#save(question, judgment, found.conflicting)
    }
    return open
  }

  async #decideByTrees(space: ObjectSpace, open: readonly OpenQuestion[]): Promise<void> {
    const files = open.map((one) => one.files)
    const found = await findConflicting(space, files, this.#fileEffects)
    const merged: Question[] = []
    for (const [index, { question }] of open.entries()) {
      if (found[index]) this.#save(question, conflictsWith(found[index]), found[index])
      else merged.push(question)
    }
    if (merged.length === 0) return
    const judgments = await space.scratch((scratch) => decideAll(scratch, merged))
    for (const [index, question] of merged.entries()) {
      const judgment = judgments[index]
      if (judgment) this.#known.set(keyOf(question), judgment)
    }
  }

  /** What the files say is the same whether any can be renamed or not. */
  #save(question: Question, judgment: Judgment, found?: ConflictingFile): void {
    this.#known.set(keyOfBoth(question), judgment)
    if (found) this.#conflicting.set(changeOf(question), found.file)
  }
}

interface OpenQuestion {
  question: Question
  files: readonly StageFile[]
}

/**
 * Whether a file that the change adds can be on the stage by another name. Where the stage has
 * nothing of the other files, it has nothing of that one either.
 */
function isElsewhere({ files }: OpenQuestion, { verdict }: Judgment): boolean {
  if (verdict === 'unclear' || !files.some(isMissing)) return false
  return verdict !== 'absent' || files.every(isMissing)
}

function clear(verdict: Presence): Judgment {
  return { verdict, files: [], isUnreadable: false }
}

function conflictsWith({ isAdding }: ConflictingFile): Judgment {
  return { ...clear('unclear'), conflictsWhenAdded: isAdding }
}

const ADDED_TWICE: Judgment = { ...clear('unclear'), conflictsWhenAdded: true }

function changeOf({ base, head }: Question): string {
  return `${base} ${head}`
}

function keyOf({ base, head, stage, renames = true }: Question): string {
  return `${base} ${head} ${stage} ${renames}`
}

/** Of an answer that is the same with renames and without. */
function keyOfBoth({ base, head, stage }: Question): string {
  return `${base} ${head} ${stage}`
}

async function decideAll(space: ObjectSpace, questions: readonly Question[]): Promise<Judgment[]> {
  const merges = questions.flatMap(({ base, head, stage }) => [
    { base, ours: stage, theirs: head },
    { base: head, ours: stage, theirs: base, isRemoval: true },
  ])
  const results = await mergeTrees(space, merges)
  const found = questions.map(({ stage }, index) => {
    const [add, remove] = [results[index * 2], results[index * 2 + 1]]
    return { stage, add, judgment: judgmentOf(effectOf(add, stage), effectOf(remove, stage)) }
  })
  const partly = found.flatMap(({ stage, add, judgment }) => {
    return judgment.verdict === 'partly' && add?.type === 'clean'
      ? [{ judgment, pair: { before: stage, after: add.tree } }]
      : []
  })
  const files = await new ChangedFiles().read(
    space.git,
    partly.map(({ pair }) => pair),
  )
  for (const [index, { judgment }] of partly.entries()) {
    judgment.files = files[index]?.map(({ path }) => path) ?? []
  }
  return found.map(({ judgment }) => judgment)
}

/** What one of the two merges does to the tree of a stage. */
type Effect = 'nothing' | 'something' | 'conflicts' | 'impossible'

function effectOf(result: MergeResult | undefined, stage: string): Effect {
  if (result?.type !== 'clean') return result?.type ?? 'impossible'
  return result.tree === stage ? 'nothing' : 'something'
}

const VERDICTS: Readonly<Record<string, Presence>> = {
  'nothing something': 'present',
  'something nothing': 'absent',
  'something something': 'partly',
}

function judgmentOf(add: Effect, remove: Effect): Judgment {
  const isUnreadable = add === 'impossible' || remove === 'impossible'
  return { verdict: VERDICTS[`${add} ${remove}`] ?? 'unclear', files: [], isUnreadable }
}
