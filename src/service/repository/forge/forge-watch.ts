import { type CommitResults, ForgeError } from '../../forge/forge.ts'
import type { OpenForge } from '../../forge/open-forge.ts'
import { messages } from '../../messages/messages.ts'
import type { Database } from '../../store/open-database.ts'
import { storedBranches } from '../config/repository-rows.ts'
import type { Git } from '../git/git.ts'
import { readDescriptions } from '../git/read-descriptions.ts'
import { KnownResults } from './forge-results.ts'
import { type KnownPull, PullRequests, savePulls } from './pull-requests.ts'

/** The board whose cards it's about. */
export interface WatchedBoard {
  boardId: number
  git: Git
  /** The cards' branches, by name; undefined before the first sync. */
  branches: () => ReadonlyMap<string, { head: string }> | undefined
  /** ISO 8601, of a newest commit. */
  committedAt: (head: string) => string | undefined
}

interface ForgeWatchOptions {
  database: Database
  /** Ends what runs. */
  stopping: AbortSignal
  onFault: (requestId: string, error: unknown) => void
  /** How often it looks, in milliseconds. */
  intervalMs?: number
}

const INTERVAL_MS = 15_000
/** Every second look also reads the list of pull requests. */
const PULLS_MS = 30_000
/** Looks that may fail before anybody is told: a forge is restarted, too. */
const MAX_SILENT_FAILURES = 2
/** During a long look. */
const SHOW_MS = 3_000
/** Requests that are kept for moves. */
const RESERVE = 100
/** Results that are older than this don't decide on a move. */
const MAX_AGE_MS = 60_000

/** What the forge says at the time of a move. */
export type ForgeKnowledge =
  | { type: 'known'; results: CommitResults; pull: KnownPull | undefined }
  | { type: 'unknown'; reason: string }

/** Keeps what a forge says about the cards of one board. */
export class ForgeWatch {
  readonly #pulls: PullRequests
  readonly #results: KnownResults
  #pullsReadAt = Number.NEGATIVE_INFINITY
  /** Branches that the last list was read for. */
  #seenBranches: ReadonlySet<string> = new Set()
  /** When the pull request of a branch was last read alone. */
  readonly #pullReadAt = new Map<string, number>()
  #woken = new Set<string>()
  #running: Promise<void> | undefined
  #isDue = false
  #failures = 0
  #reason: string | undefined
  #timer: NodeJS.Timeout | undefined
  /** Called when something is known that wasn't before. */
  onNews: () => void = () => undefined

  constructor(
    private readonly board: WatchedBoard,
    private readonly forge: OpenForge,
    private readonly options: ForgeWatchOptions,
  ) {
    this.#pulls = new PullRequests(forge)
    this.#results = new KnownResults(options.database, board.boardId, forge)
  }

  get web() {
    return this.forge.web
  }

  get requests() {
    return this.forge.budget.counts
  }

  async start(): Promise<void> {
    await this.#pulls.start(this.options.database, this.board.boardId)
    await this.#results.load()
    const { intervalMs = INTERVAL_MS } = this.options
    this.#timer = setInterval(() => this.look(), intervalMs).unref()
    this.look()
  }

  /** Returns at once. A look that goes on is followed by another one. */
  look(): void {
    this.#isDue = true
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
  }

  /** A web hook says that there is something new, and is believed in nothing else. */
  wake(commits: readonly string[]): void {
    for (const commit of commits) this.#woken.add(commit)
    this.#pullsReadAt = Number.NEGATIVE_INFINITY
    this.look()
  }

  /** Resolves when no look goes on. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.forge.close()
    await this.settled()
  }

  /** Why what the board shows of the forge is old; undefined while it follows. */
  problem(): string | undefined {
    if (this.#failures < MAX_SILENT_FAILURES || this.#reason === undefined) return undefined
    return messages.forge.notFollowed(this.#reason)
  }

  resultsOf(commit: string): CommitResults | undefined {
    return this.#results.get(commit)
  }

  pullOf(branch: string): KnownPull | undefined {
    return this.#pulls.byBranch.get(branch)
  }

  /** Reads what decides on a move. It never fails: then, what is known gets too old. */
  async readForMove({ name, head }: { name: string; head: string }, signal: AbortSignal) {
    try {
      await this.#results.read(head, signal)
      await this.#pulls.readOne(name, signal)
      this.#pullReadAt.set(name, Date.now())
    } catch (error) {
      signal.throwIfAborted()
      this.#failed(error)
    }
  }

  /** What counts for a move of this commit: nothing that is older than a minute. */
  knowledgeOf({ name, head }: { name: string; head: string }): ForgeKnowledge {
    const results = this.#results.get(head)
    const pullsReadAt = Math.max(this.#pullsReadAt, this.#pullReadAt.get(name) ?? 0)
    const oldest = Math.min(results?.readAt ?? 0, pullsReadAt)
    if (!results || Date.now() - oldest > MAX_AGE_MS) {
      return { type: 'unknown', reason: this.#reason ?? messages.forge.notReadYet }
    }
    return { type: 'known', results, pull: this.pullOf(name) }
  }

  async #run(): Promise<void> {
    while (this.#isDue && !this.options.stopping.aborted) {
      this.#isDue = false
      try {
        await this.#lookNow()
        this.#failures = 0
        this.#reason = undefined
      } catch (error) {
        if (this.options.stopping.aborted) return
        this.#failures += 1
        this.#failed(error)
      }
    }
  }

  #failed(error: unknown): void {
    const reason = error instanceof ForgeError ? error.message : messages.forge.unexpected
    const isNew = this.#reason !== reason
    this.#reason = reason
    if (isNew || !(error instanceof ForgeError)) this.options.onFault('forge', error)
  }

  async #lookNow(): Promise<void> {
    const { stopping, database } = this.options
    const { boardId, git } = this.board
    const branches = this.board.branches()
    if (!branches) return
    const before = JSON.stringify([...this.#pulls.byBranch])
    // A branch that was just pushed can have one, too.
    const isNew = [...branches.keys()].some((name) => !this.#seenBranches.has(name))
    if (isNew || Date.now() - this.#pullsReadAt >= PULLS_MS) {
      const rows = await storedBranches(database.reader, boardId)
      const names = new Set([...branches.keys(), ...rows.map(({ name }) => name)])
      await this.#pulls.read(names, stopping)
      this.#pullsReadAt = Date.now()
      this.#seenBranches = names
    }
    await savePulls(database, boardId, this.#pulls.byBranch, () => readDescriptions(git))
    if (JSON.stringify([...this.#pulls.byBranch]) !== before) this.onNews()
    await this.#readDueResults()
  }

  /** The newest commits first, as far as there are requests. */
  async #readDueResults(): Promise<void> {
    const { stopping } = this.options
    const heads = this.#headsNewestFirst()
    let isNews = false
    let shownAt = Date.now()
    for (const head of heads) {
      if (stopping.aborted || this.forge.budget.left < RESERVE) break
      if (!this.#woken.has(head) && !this.#results.isDue(head)) continue
      this.#woken.delete(head)
      isNews = (await this.#results.read(head, stopping)) || isNews
      // On a large board, the newest cards needn't wait for the others.
      if (isNews && Date.now() - shownAt > SHOW_MS) {
        this.onNews()
        shownAt = Date.now()
        isNews = false
      }
    }
    this.#woken.clear()
    await this.#results.keep(new Set(heads))
    if (isNews) this.onNews()
  }

  #headsNewestFirst(): string[] {
    const timeOf = (head: string) => this.board.committedAt(head) ?? ''
    const branches = [...(this.board.branches()?.values() ?? [])]
    const heads = [...new Set(branches.map(({ head }) => head))]
    return heads.sort((a, b) => timeOf(b).localeCompare(timeOf(a)))
  }
}
