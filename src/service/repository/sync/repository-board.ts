import { messages } from '../../messages/messages.ts'
import type { BoardStore } from '../../store/board-store.ts'
import type { Database } from '../../store/open-database.ts'
import { type BoardConfig, branchOf, stageName } from '../config/board-config.ts'
import { type StoredBranch, saveConfig, storedBranches } from '../config/repository-rows.ts'
import type { FactFinder } from '../contents/find-facts.ts'
import type { NetChange } from '../contents/net-changes.ts'
import type { StageFact } from '../contents/stage-facts.ts'
import { Queue } from '../git/queue.ts'
import { type Refs, readRefs } from '../git/read-refs.ts'
import type { Repository } from '../git/repository.ts'
import { recoverPromotions } from '../publish/recover.ts'
import { branchProblems } from './branch-problems.ts'
import { readDescriptions } from './read-descriptions.ts'
import { isDeletedIn, type RepositoryState, readRepository } from './read-repository.ts'
import { readTitles } from './read-titles.ts'
import { RemoteRefs } from './remote-refs.ts'
import { followDefault } from './renamed-default.ts'
import { RepositoryFacts } from './repository-facts.ts'
import { StageTags, tagsText } from './stage-tags.ts'
import { type ConfigSource, readConfig, saveColumns, strictestRole } from './sync-config.ts'
import { type SyncInput, writeSync } from './write-sync.ts'

/** The columns of a board, as a .board.json has changed them. */
export interface ConfigChange {
  boardId: number
  repository: string
  /** Branch, name, and minRole of each: "main: Integration, member". */
  columns: readonly string[]
}

export interface RepositoryBoardOptions {
  repository: Repository
  boardId: number
  source: ConfigSource
  config: BoardConfig
  /** Why the columns are the default ones; undefined when .board.json or its absence says so. */
  configProblem: string | undefined
  database: Database
  store: BoardStore
  mayUpdateWorkTree: boolean
  /** Whether this start has made the board. */
  isNew: boolean
  /** Ends what waits for a remote. */
  stopping: AbortSignal
  onConfigChange?: ((change: ConfigChange) => void) | undefined
}

/** A commit that git couldn't read: it can be repaired, or git had too few files open. */
const TRY_AGAIN_MS = 60_000

/** The board over one repository. What changes its refs or reads all of them has to queue. */
export class RepositoryBoard {
  readonly queue = new Queue()
  /** For the refs of a remote. */
  readonly remote: RemoteRefs
  readonly repository: Repository
  readonly boardId: number
  readonly isNew: boolean
  config: BoardConfig
  /** Why the last .board.json isn't in use; undefined when it is. */
  configProblem: string | undefined
  /** Whether any .board.json was ever in use: without one, no rule allows a promotion. */
  hasConfig: boolean
  /** Why branches aren't shown as they are. */
  branchProblems: readonly string[] = []
  /** Whether a promotion may be neither finished nor undone. */
  isUnfinished = true
  /** What the last sync has read; undefined before the first one. */
  state: RepositoryState | undefined
  /** Whether another process may publish a promotion. */
  #hasOthers = false
  #seen: string | undefined
  /** Newest commits that git couldn't read. They are tried again after a while. */
  #unreadable = new Map<string, string>()
  #triedAt = 0
  /** Called after the board has become what the repository says. */
  onSynced: () => void = () => undefined
  readonly #facts: RepositoryFacts
  readonly #tags: StageTags
  #source: ConfigSource

  constructor(private readonly options: RepositoryBoardOptions) {
    const { repository, boardId, config, configProblem, isNew } = options
    this.repository = repository
    this.#source = options.source
    this.#facts = new RepositoryFacts(repository)
    this.#tags = new StageTags(repository.git)
    this.remote = new RemoteRefs(repository, this.queue)
    this.boardId = boardId
    this.config = config
    this.isNew = isNew
    this.hasConfig = configProblem === undefined
    this.configProblem = configProblem
  }

  /** What decides whether a stage has a card. */
  get facts(): FactFinder {
    return this.#facts.finder
  }

  get nets(): ReadonlyMap<string, NetChange> {
    return this.state?.nets ?? new Map()
  }

  verdictOn(
    name: string,
    { branch, tip }: { branch: string; tip: string },
  ): StageFact['verdict'] | undefined {
    const index = this.state?.stageNames.indexOf(branch) ?? -1
    if (this.state?.stageTips[index] !== tip) return undefined
    return this.state.facts.get(name)?.find((fact) => fact.branch === branch)?.verdict
  }

  /** Columns after one place, up to another, with the roles that they require now. */
  columnsBetween(from: number, to: number): { branch: string; minRole: string }[] {
    const { floors } = this.#source
    return this.config.columns.slice(from + 1, to + 1).flatMap((column) => {
      const branch = branchOf(column.rule)
      return branch === undefined ? [] : [{ branch, minRole: strictestRole(column, floors) }]
    })
  }

  /** Finishes or undoes what is unfinished. Returns false when that isn't possible yet. */
  recover(signal: AbortSignal): Promise<boolean> {
    if (!this.isUnfinished && !this.#hasOthers) return Promise.resolve(true)
    return this.queue.run(() => this.#recoverNow(), signal)
  }

  /** For callers that have their turn in the queue. */
  async #recoverNow(): Promise<boolean> {
    if (!this.isUnfinished && !this.#hasOthers) return true
    const { repository, database, boardId, mayUpdateWorkTree } = this.options
    const recovered = await recoverPromotions(
      repository,
      database.db,
      boardId,
      mayUpdateWorkTree,
      this.options.stopping,
    )
    this.isUnfinished = recovered === 'stuck'
    this.#hasOthers = recovered === 'later'
    return !this.isUnfinished
  }

  /** Makes the board what the repository says. Costs one process when nothing has changed. */
  sync(signal?: AbortSignal): Promise<void> {
    return this.queue.run(() => this.syncNow(), signal)
  }

  /** For callers that have their turn in the queue. */
  async syncNow(): Promise<void> {
    // Until then, the clone of a remote can have merges that the remote hasn't.
    if (!(await this.#recoverNow()) && this.repository.isRemote) return
    const found = await readRefs(this.repository.git, this.config.checks.notes)
    const { refs, skipped } = found
    const { store, database } = this.options
    this.#source = await followDefault(this.options, this.#source, refs)
    const source = this.#source
    const isDueAgain = this.#unreadable.size > 0 && Date.now() - this.#triedAt > TRY_AGAIN_MS
    const seen = await this.#fingerprint(found)
    if (seen === this.#seen && !isDueAgain) return
    if (isDueAgain) this.#unreadable = new Map()
    if (this.#unreadable.size === 0) this.#triedAt = Date.now()
    const read = await readConfig(source, refs)
    const config = read.config ?? this.config
    const stored = await storedBranches(database.reader, this.boardId)
    const input = await this.#readInput(config, found, stored)
    const by = { actor: 'repository', now: new Date() }
    const isDue = await store.write(this.boardId, by, async (board) => {
      await saveColumns(board, config, source, refs)
      if (read.config) await saveConfig(board, read.config)
      return writeSync(board, input)
    })
    this.state = input.state
    this.#setConfig(config)
    this.hasConfig ||= read.config !== undefined
    this.configProblem = read.reason && this.#configProblemOf(read.reason)
    const unread = branchProblems(skipped, refs, this.#unreadable)
    this.branchProblems = [...this.#facts.problems, ...unread]
    this.#seen = isDue ? undefined : seen
    this.onSynced()
  }

  #setConfig(config: BoardConfig): void {
    const isChanged = JSON.stringify(config) !== JSON.stringify(this.config)
    this.config = config
    if (!isChanged) return
    const columns = config.columns.map(({ name, rule, minRole }) => {
      return `${stageName(rule) ?? 'work'}: ${name}, ${minRole}`
    })
    const { boardId, onConfigChange } = this.options
    onConfigChange?.({ boardId, repository: this.repository.source, columns })
  }

  #configProblemOf(reason: string): string {
    const { configBroken, configNever } = messages.repository
    return this.hasConfig ? configBroken(reason) : configNever(reason)
  }

  async #fingerprint({ refs, skipped, notesTip }: Refs): Promise<string> {
    const tags = tagsText(await this.#tags.read(this.config))
    const heads = refs.map(({ name, head }) => `${name} ${head}`)
    return [...heads, notesTip, ...tags, ...skipped].join('\n')
  }

  async #readInput(
    config: BoardConfig,
    found: Refs,
    stored: readonly StoredBranch[],
  ): Promise<SyncInput> {
    const { git } = this.repository
    const { refs, skipped } = found
    const names = new Set(refs.map(({ name }) => name))
    const former = stored.filter(({ name }) => !names.has(name)).map(({ head }) => head)
    const tags = await this.#tags.read(config)
    const given = { refs, tags }
    const read = await readRepository(git, config, given, former, this.#unreadable)
    const facts = { ...read, ...(await this.#facts.find(read, stored)) }
    const cards = [...facts.branches.values(), ...stored.filter(isDeletedIn(facts))]
    const state = { ...facts, releases: await this.#tags.releasesOf(facts, config, cards) }
    const heads = new Map(refs.map(({ name, head }) => [name, head]))
    const known = new Set(stored.map(({ name }) => name))
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
