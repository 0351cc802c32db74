import { LRUCache } from 'lru-cache'
import type { ObjectSpace } from '../git/object-space.ts'
import { readIdsOfAll } from '../git/read-ids.ts'
import { type ChangedFile, ChangedFiles } from './changed-files.ts'
import { readMergesOfAll } from './file-merges.ts'
import { filesVerdict, hasOtherModes } from './files-verdict.ts'
import { effectsByFiles } from './judge-files.ts'
import { type Judgment, type Presence, type Question, UNREADABLE } from './presence.ts'
import { type MergeResult, mergeTrees } from './tree-merges.ts'

const MAX_REMEMBERED = 50_000
/** More of them are merged: that is one process, too. */
const MAX_COMPARED_FILES = 200

/**
 * Decides whether trees have changes. Adding the change to the tree, or taking it away, is a merge:
 * a tree that only the second one changes has it, and a tree that only the first one changes
 * doesn't. Trees never change, so each answer holds for good.
 */
export class Judge {
  readonly #known = new LRUCache<string, Judgment>({ max: MAX_REMEMBERED })
  readonly #changedFiles: ChangedFiles

  constructor(changedFiles: ChangedFiles) {
    this.#changedFiles = changedFiles
  }

  /** In the order of the questions. Leaves no object in the space. */
  async decide(space: ObjectSpace, questions: readonly Question[]): Promise<Judgment[]> {
    const unknown = new Map(
      questions.flatMap((question): [string, Question][] => {
        const key = keyOf(question)
        return this.#known.has(key) ? [] : [[key, question]]
      }),
    )
    if (unknown.size > 0) {
      const asked = [...unknown.values()]
      const open = await this.#withoutEvident(
        space,
        asked.filter(({ renames = true }) => renames),
      )
      const united = await this.#withUnion(space, open.byTrees)
      const byTrees = open.byTrees.filter((question) => !united.has(question))
      const byFiles = asked.filter(({ renames = true }) => !renames)
      this.#save(byTrees, await decideByTrees(space, byTrees))
      const alsoByFiles = [...open.byFiles, ...united, ...byFiles]
      this.#save(alsoByFiles, await this.#decideByFiles(space, alsoByFiles))
    }
    return questions.map((question) => this.#known.get(keyOf(question)) ?? UNREADABLE)
  }

  /**
   * Those that need merges: the others are known by the ids of their files. Where each file is there
   * before, after, and on the stage, none is renamed, and its own merge is as good as one of trees.
   */
  async #withoutEvident(
    space: ObjectSpace,
    questions: readonly Question[],
  ): Promise<{ byFiles: Question[]; byTrees: Question[] }> {
    const pairs = questions.map(({ base, head }) => ({ before: base, after: head }))
    const changes = await this.#changedFiles.read(space.git, pairs)
    const places = questions.map(({ stage }, index) => ({
      treeish: stage,
      paths: changes[index]?.slice(0, MAX_COMPARED_FILES).map(({ path }) => path) ?? [],
    }))
    const ids = await readIdsOfAll(space.git, places)
    const open: { byFiles: Question[]; byTrees: Question[] } = { byFiles: [], byTrees: [] }
    for (const [index, question] of questions.entries()) {
      const own = changes[index] ?? []
      const isWhole = own.length <= MAX_COMPARED_FILES && !hasOtherModes(own)
      const verdict = isWhole ? filesVerdict(own, (path) => ids[index]?.get(path)) : undefined
      const isThere = ({ path, isFile }: ChangedFile) => isFile && ids[index]?.has(path)
      if (verdict !== undefined) {
        this.#save([question], [{ verdict, files: [], isUnreadable: false }])
      } else if (isWhole && own.length > 0 && own.every(isThere)) open.byFiles.push(question)
      else open.byTrees.push(question)
    }
    return open
  }

  /** Those with a file of which git keeps all lines: a merge takes none of them away. */
  async #withUnion(space: ObjectSpace, questions: readonly Question[]): Promise<Set<Question>> {
    const pairs = questions.map(({ base, head }) => ({ before: base, after: head }))
    const changes = await this.#changedFiles.read(space.git, pairs)
    const places = questions.map(({ stage }, index) => ({
      treeish: stage,
      paths: changes[index]?.map(({ path }) => path) ?? [],
    }))
    const merges = await readMergesOfAll(space, places)
    const isUnited = (index: number) =>
      places[index]?.paths.some((path) => merges[index]?.get(path) === 'union')
    return new Set(questions.filter((_, index) => isUnited(index)))
  }

  #save(questions: readonly Question[], judgments: readonly Judgment[]): void {
    for (const [index, question] of questions.entries()) {
      const judgment = judgments[index]
      if (judgment) this.#known.set(keyOf(question), judgment)
    }
  }

  async #decideByFiles(space: ObjectSpace, questions: readonly Question[]): Promise<Judgment[]> {
    if (questions.length === 0) return []
    const effects = await effectsByFiles(space, questions, this.#changedFiles)
    return effects.map((found) => {
      if (!found) return UNREADABLE
      const judgment = judgmentOf(found.add, found.remove)
      return judgment.verdict === 'partly' ? { ...judgment, files: found.files } : judgment
    })
  }
}

function keyOf({ base, head, stage, renames = true }: Question): string {
  return `${base} ${head} ${stage} ${renames}`
}

async function decideByTrees(
  space: ObjectSpace,
  questions: readonly Question[],
): Promise<Judgment[]> {
  return questions.length > 0 ? space.scratch((scratch) => decideAll(scratch, questions)) : []
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
