import { createHash } from 'node:crypto'
import type { Git } from '../git/git.ts'
import { boardSpace, type ObjectSpace } from '../git/object-space.ts'
import type { Repository } from '../git/repository.ts'
import { type ChangedFile, ChangedFiles } from './changed-files.ts'
import {
  type Candidate,
  candidatesOf,
  hadContent,
  searchBringing,
  searchHistory,
} from './history-search.ts'
import { Judge, type Judgment, type Question, UNREADABLE, type Verdict } from './judge.ts'
import { type NetChange, NetChanges } from './net-changes.ts'
import { readIds } from './read-ids.ts'
import { runTogether } from './run-together.ts'
import { StageArrivals } from './stage-arrivals.ts'
import type { StageFact } from './stage-facts.ts'
import {
  historyOf,
  type LineStep,
  type StageHistory,
  type StageLine,
  StageLines,
} from './stage-lines.ts'

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
  readonly #lines: StageLines
  readonly #nets: NetChanges
  readonly #git: Git
  readonly #space: ObjectSpace
  #histories: readonly StageHistory[] = []
  #cards: ReadonlyMap<string, Card> = new Map()
  /** Commits that brought cards into stages. */
  arrivals = new StageArrivals([])

  constructor(repository: Repository) {
    this.#git = repository.git
    this.#space = boardSpace(repository)
    this.#lines = new StageLines(this.#git)
    this.#nets = new NetChanges(repository, this.judge)
  }

  async find(stages: readonly StageState[], cards: readonly CardHead[]): Promise<Facts> {
    const lines: StageLine[] = []
    for (const { branch, tip } of stages) lines.push(await this.#lines.line(branch, tip))
    const nets = await this.#nets.follow(cards, lines)
    const changed = await this.#withChanges(cards, nets)
    this.#cards = new Map(changed.map((card) => [card.name, card]))
    const facts = new Map<string, StageFact[]>(changed.map(({ name }) => [name, []]))
    const unreadable = new Set(changed.flatMap(({ name, changes }) => (changes ? [] : [name])))
    const histories = this.#historiesOf(lines)
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

  /** The same as long as no stage has changed. */
  #historiesOf(lines: readonly StageLine[]): readonly StageHistory[] {
    const isSame =
      lines.length === this.#histories.length &&
      lines.every((line, index) => line === this.#histories[index]?.line)
    if (isSame) return this.#histories
    const histories: StageHistory[] = []
    for (const line of lines) histories.push(historyOf(line, histories))
    this.#histories = histories
    this.arrivals = new StageArrivals(lines)
    return histories
  }

  async #findInStage(
    stage: Stage,
    cards: readonly Card[],
    unreadable: Set<string>,
  ): Promise<Map<string, StageFact>> {
    const found = new Map<string, StageFact>()
    const filesOf = await readFilesOf(this.#git, stage, cards)
    const open: OpenCard[] = []
    for (const card of cards) {
      const files = filesOf(card)
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
    const touched = open.length > 0 ? await this.#readTouched(stage.history) : () => []
    const unclear = open.filter((_, index) => tips[index]?.verdict === 'unclear')
    const arrivals = await this.#arrivalsOf(stage, unclear)
    const searches = open.map((one, index) => {
      const tip = tips[index] ?? UNREADABLE
      const arrival = tip.verdict === 'unclear' ? arrivals.get(one.card.name) : undefined
      return this.#factOf(stage, { ...one, arrival }, tip, touched)
    })
    return runTogether(searches, (questions) => this.judge.decide(this.#space, questions))
  }

  *#factOf(
    { branch, history, tip, tree, contains }: Stage,
    { card: { name, net, changes = [] }, files, arrival }: OpenCard,
    judgment: Judgment,
    touched: (id: string) => readonly ChangedFile[],
  ): Generator<readonly Question[], [string, StageFact], Judgment[]> {
    const isContained = contains(net.tip)
    const { steps, before } = this.#stepsSince(history, net)
    const all = candidatesOf(steps, touched, changes)
    const candidates = arrival ? withArrival(all, arrival, steps, net) : all
    const hasNewFiles = (since: number) =>
      addsFiles(history, steps.slice(0, since), touched, changes)
    const searched = { tree, tip: judgment, candidates, before, hasNewFiles }
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

  /** Of the newest commit of a stage; undefined when the last sync saw another one there. */
  treeOf(branch: string, tip: string): string | undefined {
    return this.#historyAt(branch, tip)?.line.commits.get(tip)?.tree
  }

  #historyAt(branch: string, tip: string): StageHistory | undefined {
    return this.#histories.find(({ line }) => line.branch === branch && line.tip === tip)
  }

  /**
   * Commits of a stage that brought a part of a card, newest first, since the stage last had
   * nothing of it. None when the last sync saw another commit there.
   */
  async findBringing(name: string, { branch, tip }: { branch: string; tip: string }) {
    const history = this.#historyAt(branch, tip)
    const card = this.#cards.get(name)
    if (!history || !card) return []
    const touched = await this.#readTouched(history)
    const { steps } = this.#stepsSince(history, card.net)
    const search = searchBringing(card.net, candidatesOf(steps, touched, card.changes ?? []))
    const answer = (questions: readonly Question[]) => this.judge.decide(this.#space, questions)
    const [found = []] = await runTogether([search], answer)
    return found
  }

  /** What was before the card began says nothing of it. `before` is the stage's tree then. */
  #stepsSince({ line: own, steps }: StageHistory, { began }: NetChange) {
    const line =
      began === undefined
        ? undefined
        : this.#histories.find((history) => history.line.commits.has(began))?.line
    const places = line && placesOf(line)
    const oldest = places?.get(began ?? '') ?? Number.POSITIVE_INFINITY
    const end = steps.findIndex(({ id }) => (places?.get(id) ?? -1) >= oldest)
    if (end < 0) return { steps, before: undefined }
    const before = steps.slice(end).find(({ id }) => own.commits.has(id))?.tree
    return { steps: steps.slice(0, end), before }
  }

  /** Where the newest commits of cards came into a stage that contains them, by card. */
  async #arrivalsOf(stage: Stage, open: readonly OpenCard[]): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    for (const { card } of open) {
      if (!stage.contains(card.net.tip)) continue
      const arrival = this.arrivals.commitFor(stage.branch, card.net.tip)
      found.set(card.name, arrival ?? (await this.#oldestWith(card.net.tip, stage.history.line)))
    }
    return found
  }

  /** The oldest commit on a line that contains a commit. */
  async #oldestWith(commit: string, { commits, tip }: StageLine): Promise<string> {
    const ids = [...commits.keys()]
    let [containing, without] = [0, ids.length]
    while (without - containing > 1) {
      const middle = Math.floor((containing + without) / 2)
      const args = ['merge-base', '--is-ancestor', commit, ids[middle] ?? '']
      if ((await this.#git.run(args)).code === 0) containing = middle
      else without = middle
    }
    return ids[containing] ?? tip
  }

  /** Files that the commits of a stage's history changed, by commit. */
  async #readTouched({ steps: all }: StageHistory) {
    const steps = all.slice(0, MAX_STEPS)
    const trees = (id: string) =>
      this.#histories
        .map(({ line }) => line.commits.get(id)?.tree)
        .find((tree) => tree !== undefined)
    const pairs = steps.flatMap(({ id, tree, parents: [parent = ''] }) => {
      const before = trees(parent)
      return before === undefined ? [] : [{ id, before, after: tree }]
    })
    const files = await this.changedFiles.read(this.#git, pairs)
    const byId = new Map(pairs.map(({ id }, index) => [id, files[index] ?? []]))
    return (id: string) => byId.get(id) ?? []
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

const placesByLine = new WeakMap<StageLine, ReadonlyMap<string, number>>()

/** How old each commit of a line is: 0 for the newest. */
function placesOf(line: StageLine): ReadonlyMap<string, number> {
  const known = placesByLine.get(line)
  if (known) return known
  const places = new Map([...line.commits.keys()].map((id, place) => [id, place]))
  placesByLine.set(line, places)
  return places
}

/** For what the history of a stage has decided: it holds for this commit only. */
function keyAt(key: string, tip: string): string {
  return `${key} ${tip}`
}

/** Commits of a stage's history that are looked at, from the newest. */
const MAX_STEPS = 2_000
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

/** What a stage has of the files that a card changes. */
interface StageFiles {
  key: string
  /** When the files alone decide. */
  verdict: 'present' | 'absent' | undefined
}

/** With one process for all cards. */
async function readFilesOf(
  git: Git,
  { tip, tree }: Stage,
  cards: readonly Card[],
): Promise<(card: Card) => StageFiles> {
  const paths = new Set<string>()
  for (const { changes = [] } of cards) {
    for (const { path, before } of changes) {
      paths.add(path)
      if (before === undefined) paths.add(folderOf(path))
    }
  }
  const ids = await readIds(git, tip, [...paths])
  return ({ changes }) => {
    // A rename, or another mode, isn't seen in the files alone.
    const isMoved = changes?.some(
      ({ path, before }) => before === undefined && ids.get(folderOf(path)) === undefined,
    )
    if (!changes || isMoved || changes.length > MAX_KEY_FILES) {
      return { key: tree, verdict: undefined }
    }
    const hash = createHash('sha256')
    for (const { path } of changes) hash.update(`${ids.get(path) ?? ''}\n`)
    const isPlain = changes.every((file) => !file.hasModeChange || isNewOrGone(file))
    const isEqual = (side: 'before' | 'after') =>
      isPlain && changes.every((file) => ids.get(file.path) === file[side])
    const wasThere = changes.every(({ before }) => before !== undefined)
    const verdict = isEqual('after')
      ? 'present'
      : wasThere && isEqual('before')
        ? 'absent'
        : undefined
    const key = isPlain ? hash.digest('hex').slice(0, 16) : tree
    return { key, verdict }
  }
}

/** A card that changes more files is compared with each commit of a stage. */
const MAX_KEY_FILES = 5_000

function isNewOrGone({ before, after }: ChangedFile): boolean {
  return before === undefined || after === undefined
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}
