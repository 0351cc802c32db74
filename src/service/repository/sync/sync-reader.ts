import type { BoardConfig } from '../config/board-config.ts'
import type { StoredBranch } from '../config/repository-rows.ts'
import type { FactFinder } from '../contents/find-facts.ts'
import { readDescriptions } from '../git/read-descriptions.ts'
import type { Refs } from '../git/read-refs.ts'
import type { Repository } from '../git/repository.ts'
import { branchProblems } from './branch-problems.ts'
import { HeadChecks } from './head-checks.ts'
import { isPlaced } from './read-evidence.ts'
import { isDeletedIn, type RepositoryState, readRepository } from './read-repository.ts'
import { readTitles } from './read-titles.ts'
import { RepositoryFacts } from './repository-facts.ts'
import { StageTags, tagsText } from './stage-tags.ts'
import type { SyncInput } from './write-sync.ts'

/** A commit that git couldn't read: it can be repaired, or git had too few files open. */
const TRY_AGAIN_MS = 60_000

/** Reads what a sync writes. */
export class SyncReader {
  readonly #repository: Repository
  readonly #facts: RepositoryFacts
  readonly #tags: StageTags
  /** Newest commits that git couldn't read. They are tried again after a while. */
  #unreadable = new Map<string, string>()
  readonly #checks = new HeadChecks()
  #triedAt = 0

  constructor(repository: Repository, ending: AbortSignal) {
    this.#repository = repository
    this.#facts = new RepositoryFacts(repository, ending)
    this.#tags = new StageTags(repository.git)
  }

  /** What decides whether a stage has a card. */
  get facts(): FactFinder {
    return this.#facts.finder
  }

  /** Why branches aren't shown as they are. */
  problemsOf({ skipped, refs }: Refs): readonly string[] {
    return [...this.#facts.problems, ...branchProblems(skipped, refs, this.#unreadable)]
  }

  /** All that the board depends on. */
  async fingerprint({ refs, skipped, notesTip }: Refs, config: BoardConfig): Promise<string> {
    const tags = tagsText(await this.#tags.read(config))
    const heads = refs.map(({ name, head }) => `${name} ${head}`)
    return [...heads, notesTip, ...tags, ...skipped].join('\n')
  }

  /** Whether commits that couldn't be read are to be tried again. */
  get isDueAgain(): boolean {
    return this.#unreadable.size > 0 && Date.now() - this.#triedAt > TRY_AGAIN_MS
  }

  /** Without what the stages have of the cards, with a process for each stage. */
  readAncestry(config: BoardConfig, refs: Refs): Promise<RepositoryState> {
    return this.#read(config, refs, [])
  }

  async #read(
    config: BoardConfig,
    { refs }: Refs,
    formerHeads: readonly string[],
    checks?: HeadChecks,
  ): Promise<RepositoryState> {
    const given = { refs, tags: await this.#tags.read(config) }
    const { git } = this.#repository
    return readRepository(git, config, given, formerHeads, this.#unreadable, checks)
  }

  async readAll(
    config: BoardConfig,
    found: Refs,
    stored: readonly StoredBranch[],
  ): Promise<SyncInput> {
    if (this.isDueAgain) {
      this.#unreadable = new Map()
      this.#checks.forget()
    }
    if (this.#unreadable.size === 0) this.#triedAt = Date.now()
    const { git } = this.#repository
    const { refs, skipped } = found
    const heads = new Map(refs.map(({ name, head }) => [name, head]))
    const former = stored.filter(({ name }) => !heads.has(name)).map(({ head }) => head)
    const read = await this.#read(config, found, former, this.#checks)
    const facts = { ...read, ...(await this.#facts.find(read, stored)) }
    const cards = [...facts.branches.values(), ...stored.filter(isDeletedIn(facts))]
    const state = { ...facts, releases: await this.#tags.releasesOf(facts, config, cards) }
    const known = new Set(stored.filter(isPlaced).map(({ name }) => name))
    const descriptions = await readDescriptions(git)
    return {
      state,
      numberPatterns: config.cards?.number,
      titles: await readTitles(git, state, descriptions, (name) => !known.has(name)),
      isUnreadable: ({ name, head }) =>
        skipped.includes(name) || this.#unreadable.has(heads.get(name) ?? head),
    }
  }
}
