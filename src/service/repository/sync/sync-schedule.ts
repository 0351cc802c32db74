import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { messages } from '../../messages/messages.ts'
import type { FollowProblem } from '../config/repository-rows.ts'
import { GitError } from '../git/git.ts'
import { SyncProblem } from './renamed-default.ts'
import type { RepositoryBoard } from './repository-board.ts'

const FETCH_INTERVAL_MS = 15_000
/** Fetches in a row that may fail before the page says so. */
const MAX_SILENT_FETCHES = 2
/** A fetch that takes longer is a problem, also while it goes on. */
const SLOW_FETCH_MS = 30_000
/** A load syncs at most this often. */
const LOAD_INTERVAL_MS = 1_000
/** A load doesn't wait longer: the next poll shows the rest. */
const MAX_LOAD_WAIT_MS = 250
/** A push changes several files. */
const WATCH_DELAY_MS = 50
const MAX_WATCHED_DIRECTORIES = 200

/** Syncs one board when its repository changes, when it's loaded, and when the remote is due. */
export class SyncSchedule {
  #syncedAt = Number.NEGATIVE_INFINITY
  #syncProblem: string | undefined
  /** Whether git can't read the repository at all. */
  #isGone = false
  #fetchProblem: string | undefined
  /** The same for people who see the board: without where the repository is. */
  #syncReason: string | undefined
  #fetchReason: string | undefined
  #isFetching = false
  #fetchedAt = 0
  #failedFetches = 0
  /** When the board last had all that its repository, or the remote, says. */
  #syncedAtTime: Date | undefined
  #fetchedAtTime: Date | undefined
  /** What the page shows; null until the first sync. */
  #shown: string | undefined | null = null
  #reported = new Set<string>()
  readonly #watchers = new Map<string, FSWatcher>()
  readonly #timers: NodeJS.Timeout[] = []
  #delay: NodeJS.Timeout | undefined
  #lastSync: Promise<void> | undefined
  #isClosed = false

  constructor(
    private readonly board: RepositoryBoard,
    private readonly stopping: AbortSignal,
    private readonly onFault: (requestId: string, error: unknown) => void,
    private readonly saveProblem: (problem: FollowProblem | undefined) => Promise<void>,
  ) {}

  /**
   * Makes the board what the repository says; a large one goes on with that. A failure is a problem:
   * it never stops the start.
   */
  async start(): Promise<void> {
    // What goes wrong there goes wrong in the sync, too, which says so.
    const isShown = await this.board.showAtOnce().catch(() => false)
    const synced = this.#sync()
    if (!isShown) await synced
    if (!this.board.repository.isRemote) return
    const fetch = () => void this.syncFully()
    this.#timers.push(setInterval(fetch, FETCH_INTERVAL_MS).unref())
  }

  async beforeLoad(): Promise<void> {
    if (this.board.isLooking) return
    if (performance.now() - this.#syncedAt < LOAD_INTERVAL_MS) return
    const patience = new Promise((resolve) => setTimeout(resolve, MAX_LOAD_WAIT_MS).unref())
    await Promise.race([this.#sync(), patience])
  }

  /** With what the remote has. One fetch at a time. */
  async syncFully(): Promise<void> {
    if (this.board.repository.isRemote && !this.#isFetching) await this.#fetch()
    await this.#sync()
  }

  problems(): string[] {
    const { branchProblems, configProblem, isUnfinished, repository } = this.board
    const unfinished = isUnfinished ? messages.repository.unfinished(repository.source) : undefined
    const all = [
      this.#syncProblem,
      this.#slowFetch() ?? this.#fetchProblem,
      configProblem,
      unfinished,
      this.board.forge?.problem(),
    ]
    return [...all.filter((text) => text !== undefined), ...branchProblems]
  }

  /** Why the board can only show its last state; undefined while it follows its repository. */
  async unavailable(): Promise<string | undefined> {
    await this.beforeLoad()
    const syncProblem = this.#isGone ? this.#syncProblem : undefined
    return syncProblem ?? this.#slowFetch() ?? this.#fetchProblem
  }

  #slowFetch(): string | undefined {
    const isSlow = this.#isFetching && performance.now() - this.#fetchedAt > SLOW_FETCH_MS
    if (!isSlow) return undefined
    const reason = messages.repository.noAnswerWithin(SLOW_FETCH_MS / 1_000)
    return messages.repository.fetchFailed(this.board.repository.source, reason)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#delay)
    for (const timer of this.#timers) clearInterval(timer)
    for (const watcher of this.#watchers.values()) watcher.close()
    await this.board.queue.settled()
    await this.#lastSync
  }

  async #fetch(): Promise<void> {
    this.#isFetching = true
    this.#fetchedAt = performance.now()
    const { source } = this.board.repository
    const reason = await this.board.remote.fetch(this.stopping).catch(String)
    this.#isFetching = false
    this.#failedFetches = reason === undefined ? 0 : this.#failedFetches + 1
    this.#fetchProblem =
      reason === undefined ? undefined : messages.repository.fetchFailed(source, reason)
    this.#fetchReason = reason === undefined ? undefined : messages.repository.shownAsFetched
    if (reason === undefined) this.#fetchedAtTime = new Date()
    this.#reportNew()
  }

  #sync(): Promise<void> {
    this.#lastSync = this.#syncAndShow()
    return this.#lastSync
  }

  /** The board shows its last state while its repository can't be read. Never rejects. */
  async #syncAndShow(): Promise<void> {
    this.#syncedAt = performance.now()
    try {
      await this.board.sync()
      this.#syncProblem = undefined
      this.#syncReason = undefined
      this.#isGone = false
      this.#syncedAtTime = new Date()
    } catch (error) {
      if (this.stopping.aborted) return
      // What somebody pushed is no reason to take the service out of use.
      this.#isGone = error instanceof GitError
      const reason = error instanceof Error ? error.message : String(error)
      this.#syncProblem = messages.repository.gone(this.board.repository.source, reason)
      const isOwn = error instanceof SyncProblem
      this.#syncReason = messages.repository.shownAsBefore(isOwn ? reason : undefined)
    }
    this.#reportNew()
    await this.#showProblem()
    this.#watchDirectories()
  }

  /** One fetch that fails is nothing that a person has to know. */
  async #showProblem(): Promise<void> {
    const fetchReason = this.#failedFetches > MAX_SILENT_FETCHES ? this.#fetchReason : undefined
    const repositoryReason = this.#syncReason ?? fetchReason
    const text = repositoryReason ?? this.board.forge?.problem()
    if (text === this.#shown) return
    const lastRead = this.board.repository.isRemote ? this.#fetchedAtTime : this.#syncedAtTime
    // The cards are where the repository says, also without the forge.
    const syncedAt = repositoryReason === undefined ? undefined : lastRead
    try {
      await this.saveProblem(text === undefined ? undefined : { text, syncedAt })
      this.#shown = text
    } catch (error) {
      this.onFault('sync', error)
    }
  }

  /** Each once, until it's mended: syncs and fetches can overlap. */
  #reportNew(): void {
    const problems = this.problems()
    const found = problems.filter((problem) => !this.#reported.has(problem))
    this.#reported = new Set(problems)
    for (const problem of found) this.onFault('sync', new Error(problem))
  }

  /** Directories of refs: each change of a ref replaces a file in one of them. */
  #watchDirectories(): void {
    if (this.#isClosed) return
    const { directory } = this.board.repository.git
    const found = [directory, ...directoriesIn(join(directory, 'refs'))]
    const wanted = new Set(found.slice(0, MAX_WATCHED_DIRECTORIES))
    for (const [path, watcher] of this.#watchers) {
      if (wanted.has(path)) continue
      watcher.close()
      this.#watchers.delete(path)
    }
    for (const path of wanted) if (!this.#watchers.has(path)) this.#watch(path)
  }

  #watch(path: string): void {
    try {
      const watcher = watch(path, { persistent: false }, () => this.#syncSoon())
      const forget = () => {
        watcher.close()
        this.#watchers.delete(path)
      }
      watcher.on('error', forget)
      this.#watchers.set(path, watcher)
    } catch {
      // Loads still sync.
    }
  }

  #syncSoon(): void {
    if (this.#isClosed) return
    clearTimeout(this.#delay)
    this.#delay = setTimeout(() => void this.#sync(), WATCH_DELAY_MS)
  }
}

function directoriesIn(path: string): string[] {
  try {
    const entries = readdirSync(path, { withFileTypes: true })
    const children = entries.filter((entry) => entry.isDirectory())
    return [path, ...children.flatMap(({ name }) => directoriesIn(join(path, name)))]
  } catch {
    return []
  }
}
