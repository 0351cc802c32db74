import { messages } from '../../messages/messages.ts'
import { Queue } from '../../queue.ts'
import { type BoardConfig, branchOf, cardBranches, stageName } from '../config/board-config.ts'
import { saveConfig, saveProblem, storedBranches } from '../config/repository-rows.ts'
import type { FactFinder } from '../contents/find-facts.ts'
import type { NetChange } from '../contents/net-changes.ts'
import type { StageFact } from '../contents/stage-facts.ts'
import type { ForgeWatch } from '../forge/forge-watch.ts'
import { readRefs } from '../git/read-refs.ts'
import type { Repository } from '../git/repository.ts'
import { recoverPromotions } from '../publish/recover.ts'
import { MANY_CARDS, writeFirstLook } from './first-look.ts'
import { isFromPulls, numbersOfPulls, withPulls } from './pull-cards.ts'
import type { RepositoryState } from './read-repository.ts'
import { firstTitles } from './read-titles.ts'
import { RemoteRefs } from './remote-refs.ts'
import { followDefault } from './renamed-default.ts'
import type { RepositoryBoardOptions } from './repository-board-options.ts'
import { type ConfigSource, readConfig, saveColumns, strictestRole } from './sync-config.ts'
import { SyncReader } from './sync-reader.ts'
import { writeSync } from './write-sync.ts'

/** As long as a push that has begun may take after a stop. */
const STOP_WAIT_MS = 3_000

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
  /** Whether the first sync of a large board goes on, which shows what is known without it. */
  isLooking = false
  /** What the team's forge says; undefined without one. */
  forge: ForgeWatch | undefined
  /** What the last sync has read; undefined before the first one. */
  state: RepositoryState | undefined
  /** Whether another process may publish a promotion. */
  #hasOthers = false
  #seen: string | undefined
  /** The sync that waits for its turn: it is as good as one that is asked for now. */
  #nextSync: Promise<void> | undefined
  /** Called after the board has become what the repository says. */
  onSynced: () => void = () => undefined
  readonly #reader: SyncReader
  #source: ConfigSource

  constructor(private readonly options: RepositoryBoardOptions) {
    const { repository, boardId, config, configProblem, isNew } = options
    this.repository = repository
    this.#source = options.source
    this.#reader = new SyncReader(repository, this.#ending())
    this.remote = new RemoteRefs(repository, this.queue)
    this.boardId = boardId
    this.config = config
    this.isNew = isNew
    this.hasConfig = configProblem === undefined
    this.configProblem = configProblem
  }

  /** What decides whether a stage has a card. */
  get facts(): FactFinder {
    return this.#reader.facts
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
    if (signal) return this.queue.run(() => this.syncNow(), signal)
    this.#nextSync ??= this.queue.run(() => {
      this.#nextSync = undefined
      return this.syncNow()
    })
    return this.#nextSync
  }

  /** A look at a large board that goes on ends at once; what else reads the repository, soon. */
  #ending(): AbortSignal {
    const { stopping } = this.options
    const ending = new AbortController()
    const onStop = () => {
      setTimeout(() => ending.abort(stopping.reason), this.isLooking ? 0 : STOP_WAIT_MS).unref()
    }
    stopping.addEventListener('abort', onStop, { once: true })
    return ending.signal
  }

  /** Shows a large board before all of it is known. Returns whether it did: then, sync it. */
  showAtOnce(): Promise<boolean> {
    return this.queue.run(() => this.#showNow())
  }

  async #showNow(): Promise<boolean> {
    if (!(await this.#recoverNow()) && this.repository.isRemote) return false
    // Which pull requests there are, the forge has to say first.
    if (isFromPulls(this.config)) return false
    const found = await readRefs(this.repository.git, this.config.checks.notes)
    const { database, store } = this.options
    const source = await followDefault(this.options, this.#source, found.refs)
    const { config = this.config } = await readConfig(source, found.refs)
    if ((await cardBranches(found.refs, config)).length < MANY_CARDS) return false
    const state = await this.#reader.readAncestry(config, found)
    const by = { actor: 'repository', now: new Date() }
    const added = await store.write(this.boardId, by, async (board) => {
      await saveColumns(board, config, source, found.refs)
      return writeFirstLook(board, {
        state,
        titles: firstTitles(state),
        numberPatterns: config.cards?.number,
      })
    })
    const text = messages.repository.looking(added)
    await saveProblem(database, this.boardId, { text, syncedAt: undefined })
    this.isLooking = true
    return true
  }

  /** For callers that have their turn in the queue. */
  async syncNow(): Promise<void> {
    try {
      await this.#readAndWrite()
    } finally {
      if (this.isLooking) this.facts.judge.forget()
      // After one that failed, each load tries again.
      this.isLooking = false
    }
  }

  async #readAndWrite(): Promise<void> {
    // Until then, the clone of a remote can have merges that the remote hasn't.
    if (!(await this.#recoverNow()) && this.repository.isRemote) return
    const all = await readRefs(this.repository.git, this.config.checks.notes)
    const { refs } = all
    const { store, database } = this.options
    const stored = await storedBranches(database.reader, this.boardId)
    const pulls = { git: this.repository.git, known: this.forge?.cards, stored }
    let found = await withPulls(all, this.config, pulls)
    this.#source = await followDefault(this.options, this.#source, refs)
    const source = this.#source
    const seen = await this.#reader.fingerprint(found, this.config)
    if (seen === this.#seen && !this.#reader.isDueAgain) return
    const read = await readConfig(source, refs)
    const config = read.config ?? this.config
    if (isFromPulls(config) !== isFromPulls(this.config)) {
      found = await withPulls(all, config, pulls)
    }
    const input = await this.#reader.readAll(config, found, stored)
    const by = { actor: 'repository', now: new Date() }
    const isDue = await store.write(this.boardId, by, async (board) => {
      await saveColumns(board, config, source, refs)
      if (read.config) await saveConfig(board, read.config, this.forge?.web)
      return writeSync(board, { ...input, numbers: numbersOfPulls(config, this.forge?.cards) })
    })
    this.state = input.state
    this.#setConfig(config)
    this.hasConfig ||= read.config !== undefined
    this.configProblem = read.reason && this.#configProblemOf(read.reason)
    this.branchProblems = this.#reader.problemsOf(found)
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
}
