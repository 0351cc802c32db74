import type { Git } from '../git/git.ts'
import { boardSpace, type ObjectSpace } from '../git/object-space.ts'
import type { Repository } from '../git/repository.ts'
import { type ChangedFile, ChangedFiles } from './changed-files.ts'
import {
  type Candidate,
  candidatesOf,
  hadContent,
  type Search,
  searchBringing,
  searchHistory,
} from './history-search.ts'
import { Judge, type Judgment, type Question, UNREADABLE, type Verdict } from './judge.ts'
import { type NetChange, NetChanges } from './net-changes.ts'
import { runTogether } from './run-together.ts'
import type { StageArrivals } from './stage-arrivals.ts'
import type { StageFact } from './stage-facts.ts'
import { readStageFiles, type StageFiles } from './stage-files.ts'
import { StageHistories } from './stage-histories.ts'
import type { LineStep, StageHistory } from './stage-lines.ts'

/** A card's branch, or what is left of a deleted one, as the last sync knew it. */
export interface CardHead {
  name: string
  head: string
  net: NetChange | undefined
  facts: readonly StageFact[]
}

export interface StageState {
  branch: string
  tip: string
  /** Whether the stage contains a commit. */
  contains: (commit: string) => boolean
}

export interface Facts {
  /** What each stage has of each card, by the name of its branch. */
  facts: Map<string, StageFact[]>
  /** What the branches change, by their names. */
  nets: Map<string, NetChange>
  /** Names of branches that git can't compare with a stage. */
  unreadable: readonly string[]
}

interface Card extends CardHead {
  net: NetChange
  /** Undefined when git can't tell. */
  changes: readonly ChangedFile[] | undefined
}

/** A stage with what is looked for in it. */
interface Stage extends StageState {
  tree: string
  history: StageHistory
}

/**
 * Finds what each stage has of the cards, by their contents. Processes are for stages and
 * questions, never for each card.
 */
export class FactFinder {
  readonly changedFiles = new ChangedFiles()
  readonly judge = new Judge(this.changedFiles)
  readonly #histories: StageHistories
  readonly #nets: NetChanges
  readonly #git: Git
  readonly #space: ObjectSpace
  #cards: ReadonlyMap<string, Card> = new Map()

  constructor(repository: Repository) {
    this.#git = repository.git
    this.#space = boardSpace(repository)
    this.#histories = new StageHistories(this.#git, this.changedFiles)
    this.#nets = new NetChanges(repository, this.judge)
  }

  async find(stages: readonly StageState[], cards: readonly CardHead[]): Promise<Facts> {
    const histories = await this.#histories.read(stages)
    const nets = await this.#nets.follow(cards, this.#histories.lines)
    const changed = await this.#withChanges(cards, nets)
    this.#cards = new Map(changed.map((card) => [card.name, card]))
    const facts = new Map<string, StageFact[]>(changed.map(({ name }) => [name, []]))
    const unreadable = new Set(changed.flatMap(({ name, changes }) => (changes ? [] : [name])))
    for (const [index, stage] of stages.entries()) {
      const history = histories[index]
      const tree = history?.line.commits.get(stage.tip)?.tree
      if (!history || tree === undefined) continue
      const found = await this.#findInStage({ ...stage, tree, history }, changed, unreadable)
      for (const [name, fact] of found) facts.get(name)?.push(fact)
    }
    return { facts, nets, unreadable: [...unreadable] }
  }

  /** Cards that change something. */
  async #withChanges(
    cards: readonly CardHead[],
    nets: ReadonlyMap<string, NetChange>,
  ): Promise<Card[]> {
    const changed = cards.flatMap((card) => {
      const net = nets.get(card.name)
      return net && net.base !== net.head ? [{ ...card, net }] : []
    })
    const pairs = changed.map(({ net }) => ({ before: net.base, after: net.head }))
    const files = await this.changedFiles.read(this.#space.git, pairs)
    return changed.map((card, index) => ({ ...card, changes: files[index] }))
  }

  async #findInStage(
    stage: Stage,
    cards: readonly Card[],
    unreadable: Set<string>,
  ): Promise<Map<string, StageFact>> {
    const found = new Map<string, StageFact>()
    const filesOf = await readStageFiles(this.#git, stage, cards)
    const open: OpenCard[] = []
    for (const card of cards) {
      const files = filesOf(card.changes)
      const before = card.facts.find(({ branch }) => branch === stage.branch)
      const isSame = before?.base === card.net.base && before.head === card.net.head
      const isCurrent = before?.files === files.key || before?.files === keyAt(files.key, stage.tip)
      if (isSame && isCurrent) found.set(card.name, before)
      else open.push({ card, files })
    }
    const tips = await this.#judgeTips(stage, open)
    for (const [index, { card }] of open.entries()) {
      if (tips[index]?.isUnreadable) unreadable.add(card.name)
    }
    for (const [name, fact] of await this.#search(stage, open, tips)) found.set(name, fact)
    return found
  }

  async #judgeTips(stage: Stage, open: readonly OpenCard[]): Promise<Judgment[]> {
    const unknown = open.filter(({ files }) => files.verdict === undefined)
    const questions = unknown.map(({ card }) => ({ ...card.net, stage: stage.tree }))
    const answers = (await this.judge.decide(this.#space, questions)).values()
    return open.map(({ files: { verdict } }) => {
      if (verdict !== undefined) return { verdict, files: [], isUnreadable: false }
      return answers.next().value ?? UNREADABLE
    })
  }

  /** Where a verdict came from, and what decides when the newest commit doesn't. */
  async #search(
    stage: Stage,
    open: readonly OpenCard[],
    tips: readonly Judgment[],
  ): Promise<[string, StageFact][]> {
    const touched = open.length > 0 ? await this.#histories.readTouched(stage.history) : () => []
    const searches: Search<[string, StageFact]>[] = []
    for (const [index, one] of open.entries()) {
      const tip = tips[index] ?? UNREADABLE
      const { net } = one.card
      const isNeeded = tip.verdict === 'unclear' && stage.contains(net.tip)
      const arrival = isNeeded ? await this.#histories.arrivalOf(net.tip, stage.history) : undefined
      searches.push(this.#factOf(stage, { ...one, arrival }, tip, touched))
    }
    return runTogether(searches, (questions) => this.judge.decide(this.#space, questions))
  }

  *#factOf(
    { branch, history, tip, tree, contains }: Stage,
    { card: { name, net, changes = [] }, files, arrival }: OpenCard,
    judgment: Judgment,
    touched: (id: string) => readonly ChangedFile[],
  ): Search<[string, StageFact]> {
    const isContained = contains(net.tip)
    const { steps, before, isCut } = this.#histories.since(history, net.began)
    const all = candidatesOf(steps, touched, changes)
    const candidates = arrival ? withArrival(all, arrival, steps, net) : all
    const hasNewFiles = (since: number) =>
      addsFiles(history, steps.slice(0, since), touched, changes)
    const searched = { tree, tip: judgment, candidates, before, isCut, hasNewFiles }
    const { verdict, missing, since } = isEvident(judgment, isContained, candidates, changes)
      ? { verdict: judgment.verdict, missing: judgment.files, since: undefined }
      : yield* searchHistory(net, searched)
    const fact: StageFact = {
      ...{ branch, base: net.base, head: net.head, verdict },
      files: judgment.verdict === 'unclear' ? keyAt(files.key, tip) : files.key,
      missing: missing.slice(0, MAX_FILES),
      ...(verdict === 'present' && !isContained ? { broughtBy: since } : {}),
      ...(verdict === 'absent' ? { revertedBy: since } : {}),
    }
    return [name, fact]
  }

  /** Commits that brought cards into stages. */
  get arrivals(): StageArrivals {
    return this.#histories.arrivals
  }

  /** Of the newest commit of a stage; undefined when the last sync saw another one there. */
  treeOf(branch: string, tip: string): string | undefined {
    return this.#histories.at({ branch, tip })?.line.commits.get(tip)?.tree
  }

  /**
   * Commits of a stage that brought a part of a card, newest first, since the stage last had
   * nothing of it. None when the last sync saw another commit there.
   */
  async findBringing(name: string, stage: { branch: string; tip: string }): Promise<string[]> {
    const history = this.#histories.at(stage)
    const card = this.#cards.get(name)
    if (!history || !card) return []
    const touched = await this.#histories.readTouched(history)
    const { steps } = this.#histories.since(history, card.net.began)
    const search = searchBringing(card.net, candidatesOf(steps, touched, card.changes ?? []))
    const answer = (questions: readonly Question[]) => this.judge.decide(this.#space, questions)
    const [found = []] = await runTogether([search], answer)
    return found
  }
}

/** Whether the newest commit of a stage says enough, and no commit has to be named. */
function isEvident(
  judgment: Judgment,
  isContained: boolean,
  candidates: readonly Candidate[],
  changes: readonly ChangedFile[],
): judgment is Judgment & { verdict: Exclude<Verdict, 'unclear'> } {
  if (judgment.verdict === 'unclear') return false
  if (judgment.verdict === 'absent') return !isContained && !hadContent(candidates, changes)
  return isContained
}

/** For what the history of a stage has decided: it holds for this commit only. */
function keyAt(key: string, tip: string): string {
  return `${key} ${tip}`
}

/** The page names some of them. */
const MAX_FILES = 50

interface OpenCard {
  card: Card
  files: StageFiles
  /** The commit of the stage that brought the newest commit of the card, where it's needed. */
  arrival?: string | undefined
}

/** The card's own newest commit is a part of the stage's history, where it came into it. */
function withArrival(
  candidates: readonly Candidate[],
  arrival: string,
  steps: readonly LineStep[],
  { head }: NetChange,
): Candidate[] {
  const found = steps.findIndex(({ id }) => id === arrival)
  const place = found < 0 ? steps.length : found
  const newer = candidates.filter((one) => one.place <= place)
  const own = { id: arrival, tree: head, place, chain: arrival, files: [] }
  return [...newer, own, ...candidates.slice(newer.length)]
}

/** Whether some of the steps added a file to the stage besides those of the card. */
function addsFiles(
  { line }: StageHistory,
  steps: readonly LineStep[],
  touched: (id: string) => readonly ChangedFile[],
  changes: readonly ChangedFile[],
): boolean {
  const own = new Set(changes.map(({ path }) => path))
  const isNew = ({ path, before }: ChangedFile) => before === undefined && !own.has(path)
  return steps.some(({ id }) => line.commits.has(id) && touched(id).some(isNew))
}
