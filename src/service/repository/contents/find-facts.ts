import type { Git } from '../git/git.ts'
import { boardSpace, type ObjectSpace } from '../git/object-space.ts'
import type { Repository } from '../git/repository.ts'
import { candidatesOf } from './candidates.ts'
import { ChangedFiles } from './changed-files.ts'
import { type Search, searchBringing } from './history-search.ts'
import { Judge } from './judge.ts'
import { type NetChange, NetChanges } from './net-changes.ts'
import { type Judgment, type Question, questionOf, UNREADABLE } from './presence.ts'
import { runTogether } from './run-together.ts'
import {
  type CardHead,
  keyAt,
  type OpenCard,
  type SearchedCard,
  type SearchedStage,
  type StageState,
  searchFact,
} from './search-fact.ts'
import type { StageArrivals } from './stage-arrivals.ts'
import type { StageFact } from './stage-facts.ts'
import { readStageFiles } from './stage-files.ts'
import { StageHistories } from './stage-histories.ts'
import { TouchedFiles } from './touched-files.ts'

export interface Facts {
  /** What each stage has of each card, by the name of its branch. */
  facts: Map<string, StageFact[]>
  /** What the branches change, by their names. */
  nets: Map<string, NetChange>
  /** Names of branches that git can't compare with a stage. */
  unreadable: readonly string[]
}

/** Each has the commits in memory in which it looks. Fewer would share fewer processes. */
const SEARCHES_AT_ONCE = 1_000

/** What is looked for in a stage. */
interface StageSearch {
  stage: SearchedStage
  open: readonly OpenCard[]
  touched: TouchedFiles
  /** What the newest commit says of the open cards, in their order. */
  tips: readonly Judgment[]
  /** By the name of the branch. */
  found: Map<string, StageFact>
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
  #cards: ReadonlyMap<string, SearchedCard> = new Map()

  constructor(repository: Repository) {
    this.#git = repository.git
    this.#space = boardSpace(repository)
    this.#histories = new StageHistories(this.#git, this.changedFiles)
    this.#nets = new NetChanges(repository, this.judge, this.#histories)
  }

  async find(stages: readonly StageState[], cards: readonly CardHead[]): Promise<Facts> {
    const histories = await this.#histories.read(stages)
    const trees = stages.flatMap(({ tip }, index) => {
      return histories[index]?.line.commits.get(tip)?.tree ?? []
    })
    await this.#space.attributes.learn(this.#git, trees)
    const nets = await this.#nets.follow(cards)
    const changed = await this.#withChanges(cards, nets)
    this.#cards = new Map(changed.map((card) => [card.name, card]))
    const searched: StageSearch[] = []
    for (const [index, stage] of stages.entries()) {
      const history = histories[index]
      const tree = history?.line.commits.get(stage.tip)?.tree
      if (!history || tree === undefined) continue
      searched.push(await this.#startSearch({ ...stage, tree, history }, changed))
    }
    const unreadable = new Set(changed.flatMap(({ name, changes }) => (changes ? [] : [name])))
    await this.#judgeTips(searched)
    for (const { open, tips } of searched) {
      for (const [index, { card }] of open.entries()) {
        if (tips[index]?.isUnreadable) unreadable.add(card.name)
      }
    }
    await this.#search(searched)
    const facts = new Map(
      changed.map(({ name }) => [name, searched.flatMap(({ found }) => found.get(name) ?? [])]),
    )
    return { facts, nets, unreadable: [...unreadable] }
  }

  /** Cards that change something. */
  async #withChanges(
    cards: readonly CardHead[],
    nets: ReadonlyMap<string, NetChange>,
  ): Promise<SearchedCard[]> {
    const changed = cards.flatMap((card) => {
      const net = nets.get(card.name)
      return net && net.base !== net.head ? [{ ...card, net }] : []
    })
    const pairs = changed.map(({ net }) => ({ before: net.base, after: net.head }))
    const files = await this.changedFiles.read(this.#space.git, pairs)
    return changed.map((card, index) => ({ ...card, changes: files[index] }))
  }

  /** With what is known, and the cards that have to be looked for. */
  async #startSearch(stage: SearchedStage, cards: readonly SearchedCard[]): Promise<StageSearch> {
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
    const touched =
      open.length > 0 ? await this.#histories.readTouched(stage.history) : new TouchedFiles()
    return { stage, open, touched, tips: [], found }
  }

  async #judgeTips(searches: readonly StageSearch[]): Promise<void> {
    const known = searches.map(({ stage, open, touched }) =>
      open.map((one) => one.files.verdict ?? this.#untouched(stage, one, touched)),
    )
    const questions = searches.flatMap(({ stage, open }, place) => {
      const unknown = open.filter((_, index) => known[place]?.[index] === undefined)
      return unknown.map(({ card }) => questionOf(card.net, stage.tree))
    })
    const answers = (await this.judge.decide(this.#space, questions)).values()
    for (const [place, search] of searches.entries()) {
      search.tips = (known[place] ?? []).map((verdict) => {
        if (verdict !== undefined) return { verdict, files: [], isUnreadable: false }
        return answers.next().value ?? UNREADABLE
      })
    }
  }

  /** Nothing of a card came where no commit has touched its files since it began. */
  #untouched(
    { history }: SearchedStage,
    { card: { net, changes = [] }, files }: OpenCard,
    touched: TouchedFiles,
  ): 'absent' | undefined {
    if (!files.isAsBefore) return undefined
    const { steps, isCut } = this.#histories.since(history, net.began)
    return !isCut && candidatesOf(steps, touched, changes).length === 0 ? 'absent' : undefined
  }

  /**
   * Where the verdicts came from, and what decides when the newest commit doesn't: in all stages at
   * once, because most of a later one is what an earlier one went through.
   */
  async #search(all: readonly StageSearch[]): Promise<void> {
    const searches: Search<[string, StageFact]>[] = []
    for (const one of all) searches.push(...(await this.#searchesIn(one)))
    const answer = (questions: readonly Question[]) => this.judge.decide(this.#space, questions)
    const facts: [string, StageFact][] = []
    for (let start = 0; start < searches.length; start += SEARCHES_AT_ONCE) {
      const some = searches.slice(start, start + SEARCHES_AT_ONCE)
      facts.push(...(await runTogether(some, answer)))
    }
    let start = 0
    for (const { open, found } of all) {
      for (const [name, fact] of facts.slice(start, start + open.length)) found.set(name, fact)
      start += open.length
    }
  }

  /** One for each open card. */
  async #searchesIn({ stage, open, tips, touched }: StageSearch) {
    const since = this.#histories.since.bind(this.#histories)
    const unclear = open.filter((_, index) => tips[index]?.verdict === 'unclear')
    const contained = unclear.map(({ card }) => card.net.tip).filter(stage.contains)
    const arrivals = await this.#histories.arrivalsOf(contained, stage.history)
    return open.map((one, index) => {
      const tip = tips[index] ?? UNREADABLE
      const arrival = tip.verdict === 'unclear' ? arrivals.get(one.card.net.tip) : undefined
      return searchFact(stage, { ...one, arrival }, tip, { since, touched })
    })
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
