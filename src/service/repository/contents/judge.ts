import { LRUCache } from 'lru-cache'
import type { ObjectSpace } from '../git/object-space.ts'
import { type ChangedFile, ChangedFiles } from './changed-files.ts'
import { KnownFileEffects } from './file-effects.ts'
import { type ConflictingFile, effectsByFiles, findConflicting } from './judge-files.ts'
import { type Judgment, type Presence, type Question, UNREADABLE } from './presence.ts'
import { kindOf, readFilesOnStages, readQuestionFiles, type StageFile } from './question-files.ts'
import { type MergeResult, mergeTrees } from './tree-merges.ts'

const MAX_REMEMBERED = 100_000
/** Far fewer than are remembered, and than fit into memory with their files. */
const MAX_AT_ONCE = 5_000

/**
 * Decides whether trees have changes. Adding the change to the tree, or taking it away, is a merge:
 * a tree that only the second one changes has it, and a tree that only the first one changes
 * doesn't. Trees never change, so each answer holds for good.
 */
export class Judge {
  readonly #known = new LRUCache<string, Judgment>({ max: MAX_REMEMBERED })
  readonly #fileEffects = new KnownFileEffects()
  /** A file of a change that conflicted with a stage: mostly, it conflicts with the next one, too. */
  readonly #conflicting = new LRUCache<string, ChangedFile>({ max: MAX_REMEMBERED })

  constructor(private readonly changedFiles: ChangedFiles) {}

  /** In the order of the questions. Leaves no object in the space. */
  async decide(space: ObjectSpace, questions: readonly Question[]): Promise<Judgment[]> {
    const answers: Judgment[] = []
    for (let start = 0; start < questions.length; start += MAX_AT_ONCE) {
      answers.push(...(await this.#decideSome(space, questions.slice(start, start + MAX_AT_ONCE))))
    }
    return answers
  }

  async #decideSome(space: ObjectSpace, questions: readonly Question[]): Promise<Judgment[]> {
    const unknown = new Map(
      questions.flatMap((question): [string, Question][] => {
        const key = keyOf(question)
        return this.#known.has(key) ? [] : [[key, question]]
      }),
    )
    if (unknown.size > 0) await this.#decideUnknown(space, [...unknown.values()])
    return questions.map((question) => this.#known.get(keyOf(question)) ?? UNREADABLE)
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
    await this.#decideByFiles(space, byFiles)
    await this.#decideByTrees(space, byTrees)
  }

  /** Whatever the other files of a change are: with one that conflicts, nothing is clear. */
  async #withoutConflicting(space: ObjectSpace, questions: readonly Question[]) {
    const places = questions.map((question) => {
      const file = this.#conflicting.get(changeOf(question))
      return { stage: question.stage, files: file ? [file] : [] }
    })
    const read = await readFilesOnStages(space, places)
    const found = await findConflicting(space, read, this.#fileEffects)
    for (const [index, question] of questions.entries()) {
      if (found[index]) this.#save(question, conflicting(found[index]))
    }
    return questions.filter((_, index) => !found[index])
  }

  async #decideByFiles(space: ObjectSpace, open: readonly OpenQuestion[]): Promise<void> {
    const files = open.map((one) => one.files)
    const effects = await effectsByFiles(space, files, this.#fileEffects)
    for (const [index, { question }] of open.entries()) {
      const found = effects[index]
      if (!found) continue
      const judgment = judgmentOf(found.add, found.remove)
      if (judgment.verdict === 'partly') judgment.files = found.files
      judgment.conflictsWhenAdded = found.add === 'conflicts'
      if (question.renames === false) this.#known.set(keyOf(question), judgment)
      else this.#save(question, judgment, found.conflicting)
    }
  }

  async #decideByTrees(space: ObjectSpace, open: readonly OpenQuestion[]): Promise<void> {
    const files = open.map((one) => one.files)
    const found = await findConflicting(space, files, this.#fileEffects)
    const merged: Question[] = []
    for (const [index, { question }] of open.entries()) {
      if (found[index]) this.#save(question, conflicting(found[index]), found[index])
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
    this.#known.set(keyOf({ ...question, renames: true }), judgment)
    this.#known.set(keyOf({ ...question, renames: false }), judgment)
    if (found) this.#conflicting.set(changeOf(question), found.file)
  }
}

interface OpenQuestion {
  question: Question
  files: readonly StageFile[]
}

function clear(verdict: Presence): Judgment {
  return { verdict, files: [], isUnreadable: false }
}

function conflicting({ isAdding }: ConflictingFile): Judgment {
  return { ...clear('unclear'), conflictsWhenAdded: isAdding }
}

const ADDED_TWICE: Judgment = { ...clear('unclear'), conflictsWhenAdded: true }

function changeOf({ base, head }: Question): string {
  return `${base} ${head}`
}

function keyOf({ base, head, stage, renames = true }: Question): string {
  return `${base} ${head} ${stage} ${renames}`
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
