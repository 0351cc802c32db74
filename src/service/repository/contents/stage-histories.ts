import type { Git } from '../git/git.ts'
import type { ChangedFile, ChangedFiles } from './changed-files.ts'
import { StageArrivals } from './stage-arrivals.ts'
import {
  historyOf,
  type LineStep,
  type StageHistory,
  type StageLine,
  StageLines,
} from './stage-lines.ts'

/** Commits of a stage's history that are looked at, from the newest. */
const MAX_STEPS = 2_000

/** What a stage went through since a card began. */
export interface HistorySince {
  /** Newest first. */
  steps: readonly LineStep[]
  /** Tree of the stage before; undefined when it isn't known. */
  before: string | undefined
  /** Whether there is more of it than is looked at. */
  isCut: boolean
}

/** The histories of all stages, as the last sync saw them. */
export class StageHistories {
  /** Commits that brought cards into stages. */
  arrivals = new StageArrivals([])
  readonly #lines: StageLines
  #all: readonly StageHistory[] = []
  /** How old each commit of a line is: 0 for the newest. */
  #places = new Map<StageLine, ReadonlyMap<string, number>>()

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
    this.#places = new Map()
    this.arrivals = new StageArrivals(lines)
    return histories
  }

  /** Undefined when the last sync saw another commit there. */
  at({ branch, tip }: { branch: string; tip: string }): StageHistory | undefined {
    return this.#all.find(({ line }) => line.branch === branch && line.tip === tip)
  }

  /** What was before the commit on which the card began says nothing of it. */
  since({ line: own, steps: all }: StageHistory, began: string | undefined): HistorySince {
    const steps = all.slice(0, MAX_STEPS)
    const places = began === undefined ? undefined : this.#placesWith(began)
    const oldest =
      (began === undefined ? undefined : places?.get(began)) ?? Number.POSITIVE_INFINITY
    const end = steps.findIndex(({ id }) => (places?.get(id) ?? -1) >= oldest)
    if (end < 0) return { steps, before: undefined, isCut: all.length > steps.length }
    const before = all.slice(end).find(({ id }) => own.commits.has(id))?.tree
    return { steps: steps.slice(0, end), before, isCut: false }
  }

  #placesWith(commit: string): ReadonlyMap<string, number> | undefined {
    const line = this.#all.find((history) => history.line.commits.has(commit))?.line
    const known = line && this.#places.get(line)
    if (!line || known) return known
    const places = new Map([...line.commits.keys()].map((id, place) => [id, place]))
    this.#places.set(line, places)
    return places
  }

  /** Where a commit came into a stage that contains it. */
  async arrivalOf(commit: string, { line }: StageHistory): Promise<string> {
    return this.arrivals.commitFor(line.branch, commit) ?? (await this.#oldestWith(commit, line))
  }

  /** The oldest commit on a line that contains a commit. */
  async #oldestWith(commit: string, { commits, tip }: StageLine): Promise<string> {
    const ids = [...commits.keys()]
    let [containing, without] = [0, ids.length]
    while (without - containing > 1) {
      const middle = Math.floor((containing + without) / 2)
      const args = ['merge-base', '--is-ancestor', commit, ids[middle] ?? '']
      if ((await this.git.run(args)).code === 0) containing = middle
      else without = middle
    }
    return ids[containing] ?? tip
  }

  /** Reads which files the commits of a stage's history changed. */
  async readTouched({ steps: all }: StageHistory): Promise<(id: string) => readonly ChangedFile[]> {
    const steps = all.slice(0, MAX_STEPS)
    const trees = (id: string) =>
      this.#all.map(({ line }) => line.commits.get(id)?.tree).find((tree) => tree !== undefined)
    const pairs = steps.flatMap(({ id, tree, parents: [parent = ''] }) => {
      const before = trees(parent)
      return before === undefined ? [] : [{ id, before, after: tree }]
    })
    const files = await this.changedFiles.read(this.git, pairs)
    const byId = new Map(pairs.map(({ id }, index) => [id, files[index] ?? []]))
    return (id: string) => byId.get(id) ?? []
  }
}
