import type { Git } from '../git/git.ts'
import { type Candidate, candidatesOf } from './candidates.ts'
import type { ChangedFiles } from './changed-files.ts'
import type { Change } from './presence.ts'
import { StageArrivals } from './stage-arrivals.ts'
import {
  historyOf,
  type LineStep,
  readOldestWith,
  type StageHistory,
  type StageLine,
  StageLines,
} from './stage-lines.ts'
import { TouchedFiles } from './touched-files.ts'

/** Commits of a stage's history that are looked at, from the newest. */
const MAX_STEPS = 5_000

/** What a stage went through since a card began. */
export interface HistorySince {
  /** Newest first. */
  steps: readonly LineStep[]
  /** Tree of the stage before; undefined when it isn't known. */
  before: string | undefined
  /** Whether there is more of it than is looked at. */
  isCut: boolean
}

/** What a stage went through before one of its commits, as far as a change can have come with it. */
export interface HistoryBefore {
  change: Change
  /** The commit of the first stage on which the card began; undefined when it isn't known. */
  began: string | undefined
  /** A commit of the stage. */
  commit: string
}

/** The histories of all stages, as the last sync saw them. */
export class StageHistories {
  /** Commits that brought cards into stages. */
  arrivals = new StageArrivals([])
  readonly #lines: StageLines
  #all: readonly StageHistory[] = []
  /** How old each commit of the first stage's line is: 0 for the newest. */
  #places: ReadonlyMap<string, number> = new Map()
  readonly #stepPlaces = new WeakMap<StageHistory, readonly number[]>()

  constructor(
    private readonly git: Git,
    private readonly changedFiles: ChangedFiles,
  ) {
    this.#lines = new StageLines(git)
  }

  get lines(): readonly StageLine[] {
    return this.#all.map(({ line }) => line)
  }

  /** In flow order. */
  async read(stages: readonly { branch: string; tip: string }[]): Promise<readonly StageHistory[]> {
    const lines: StageLine[] = []
    for (const { branch, tip } of stages) lines.push(await this.#lines.line(branch, tip))
    const isSame =
      lines.length === this.#all.length &&
      lines.every((line, index) => line === this.#all[index]?.line)
    if (isSame) return this.#all
    const histories: StageHistory[] = []
    for (const line of lines) histories.push(historyOf(line, histories))
    this.#all = histories
    const [first] = lines
    this.#places = new Map([...(first?.commits.keys() ?? [])].map((id, place) => [id, place]))
    this.arrivals = new StageArrivals(lines)
    return histories
  }

  /** Undefined when the last sync saw another commit there. */
  at({ branch, tip }: { branch: string; tip: string }): StageHistory | undefined {
    return this.#all.find(({ line }) => line.branch === branch && line.tip === tip)
  }

  /** What was before the commit on which the card began says nothing of it. */
  since(history: StageHistory, began: string | undefined): HistorySince {
    const { line, steps: all } = history
    const steps = all.slice(0, MAX_STEPS)
    const oldest = began === undefined ? undefined : this.#places.get(began)
    const end =
      oldest === undefined ? -1 : this.#placesOf(history).findIndex((place) => place >= oldest)
    if (end < 0) return { steps, before: undefined, isCut: all.length > steps.length }
    const before = all.slice(end).find(({ id }) => line.commits.has(id))?.tree
    return { steps: steps.slice(0, end), before, isCut: false }
  }

  /** Undefined for a commit that isn't on the line of a stage. */
  async candidatesBefore(
    all: readonly HistoryBefore[],
  ): Promise<{ candidates: readonly Candidate[] | undefined }[]> {
    const pairs = all.map(({ change }) => ({ before: change.base, after: change.head }))
    const changes = await this.changedFiles.read(this.git, pairs)
    const touched = new Map<StageHistory, TouchedFiles>()
    const found: { candidates: readonly Candidate[] | undefined }[] = []
    for (const [index, { began, commit }] of all.entries()) {
      const history = this.#all.find(({ line }) => line.commits.has(commit))
      const files = history && (touched.get(history) ?? (await this.readTouched(history)))
      if (history && files) touched.set(history, files)
      const newest = history?.steps.findIndex(({ id }) => id === commit)
      const steps = history && this.since(history, began).steps
      const own = changes[index]
      const candidates = steps && files && own && candidatesOf(steps, files, own, newest)
      found.push({ candidates })
    }
    return found
  }

  /** Of the newest commits of a history, on the line of the first stage; -1 elsewhere. */
  #placesOf(history: StageHistory): readonly number[] {
    const known = this.#stepPlaces.get(history)
    if (known) return known
    const steps = history.steps.slice(0, MAX_STEPS)
    const places = steps.map(({ id }) => this.#places.get(id) ?? -1)
    this.#stepPlaces.set(history, places)
    return places
  }

  /** Where commits came into a stage that contains them, with at most one process. */
  async arrivalsOf(
    commits: readonly string[],
    { line }: StageHistory,
  ): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>()
    const open = new Set<string>()
    for (const commit of commits) {
      const arrival = this.arrivals.commitFor(line.branch, commit)
      if (arrival === undefined) open.add(commit)
      else found.set(commit, arrival)
    }
    if (open.size === 0) return found
    return new Map([...found, ...(await readOldestWith(this.git, open, line))])
  }

  /** Reads which files the commits of a stage's history changed. */
  async readTouched(history: StageHistory): Promise<TouchedFiles> {
    const steps = history.steps.slice(0, MAX_STEPS)
    const treeOf = (id: string) => {
      const own = this.#all.find(({ line }) => line.commits.has(id))
      return own?.line.commits.get(id)?.tree
    }
    const pairs = steps.flatMap(({ id, tree, parents: [parent = ''] }, place) => {
      const before = treeOf(parent)
      return before === undefined ? [] : [{ id, place, before, after: tree }]
    })
    const files = await this.changedFiles.read(this.git, pairs)
    const touched = new TouchedFiles()
    for (const [index, { id, place }] of pairs.entries()) touched.add(id, place, files[index] ?? [])
    return touched
  }
}
