import { hashKey, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ApiError } from '#client/api-error.ts'
import { monotonicNow } from '#client/monotonic-now.ts'
import { nextTask } from '#client/next-task.ts'
import type { Board } from '#contract/readers/read-board.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { loadsFor } from '../api.ts'
import { keys } from '../keys.ts'
import { perSession } from '../per-client.ts'
import { boardWorkerOf } from './large-board-worker.ts'
import { type LoadedBoard, mergeLoadedBoard, NO_CHANGES } from './loaded-board.ts'

const EMPTY_BOARD: Board = { columns: [], unreadableCount: 0, hasNextPage: false }

/** How often a load that other code has canceled is started again. */
const MAX_ATTEMPTS = 3

/** `wait`: the service may take that many seconds until there is another version. */
interface LoadOptions {
  signal: AbortSignal
  wait?: number
}

/** What a load that waited for a change has brought. */
export type Answer = 'changed' | 'same' | 'not live' | 'failed'

/**
 * The newest board that a key has loaded. Every load goes through it: those of the screen, of the
 * polls, of a wait at the service, of other tabs, and of the writes that want to be seen. Nobody
 * else sets the query's data, so an older board never takes the place of a newer one.
 * See .github/decisions/0004-one-feed-per-board.md.
 */
export class BoardFeed {
  readonly #client: QueryClient
  readonly #session: BoardSession
  /** A load for `newerThan`, and when it started, from `monotonicNow()`. */
  #running: { startedAt: number; result: Promise<void> } | undefined
  /** An answer without a change, until the screen shows its time. */
  #confirmed: LoadedBoard | undefined

  constructor(client: QueryClient, session: BoardSession) {
    this.#client = client
    this.#session = session
  }

  get queryKey() {
    return keys.board(this.#session)
  }

  /** The board as it was loaded last, without pending writes. */
  get loaded(): LoadedBoard | undefined {
    return this.#client.getQueryData<LoadedBoard>(this.queryKey)
  }

  /** The same, if its load started after that time, from `monotonicNow()`. */
  loadedAfter(time: number): LoadedBoard | undefined {
    const { loaded } = this
    return loaded && loaded.requestedAt > time ? loaded : undefined
  }

  /** Why the last load failed; null unless it did. */
  get error(): ApiError | null {
    return this.#client.getQueryState<LoadedBoard, ApiError>(this.queryKey)?.error ?? null
  }

  /** Calls back whenever a load begins, ends, or fails. Returns the function that ends it. */
  subscribe(onChange: () => void): () => void {
    const hash = hashKey(this.queryKey)
    return this.#client.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.queryHash === hash) onChange()
    })
  }

  /** Of the query that the screen shows. */
  get options() {
    return queryOptions<LoadedBoard, ApiError>({
      queryKey: this.queryKey,
      queryFn: async ({ signal }) => {
        const loaded = await this.#load({ signal })
        if (!this.loaded) return loaded
        await nextTask()
        const current = this.loaded
        // The clock of another tab can be ahead.
        const isOlder = current && !current.isFromOtherTab && !isNewer(loaded, current)
        return isOlder ? current : this.#merge(loaded)
      },
      // `mergeLoadedBoard` shares unchanged cards by id.
      structuralSharing: false,
    })
  }

  /** Shows a board, unless the one that is there is as new. */
  take(loaded: LoadedBoard): void {
    if (isNewer(loaded, this.loaded)) this.#show(this.#merge(loaded))
  }

  /** Changes what is shown of changes by others: by now, it's known who it was. By card id. */
  remark(marks: ReadonlyMap<string, string>): void {
    const { loaded } = this
    if (!loaded || marks.size === 0) return
    const changes = new Map(loaded.changes)
    for (const [cardId, mark] of marks) {
      const change = changes.get(cardId)
      if (change?.mark) changes.set(cardId, { ...change, mark })
    }
    this.#show({ ...loaded, changes })
  }

  /**
   * A board whose load started after `since`. Callers share a load that is new enough. Undefined
   * when the board can't be loaded now. Only the start of a load counts: a canceled load leaves
   * older data in the cache.
   */
  async newerThan(since: number): Promise<LoadedBoard | undefined> {
    const errorCount = () => this.#client.getQueryState(this.queryKey)?.errorUpdateCount
    for (let attempt = 0; attempt < MAX_ATTEMPTS && !this.loadedAfter(since); attempt += 1) {
      const errorsBefore = errorCount()
      await this.#joinOrStart(since)
      if (errorCount() !== errorsBefore) break
    }
    return this.loadedAfter(since)
  }

  /** Loads the board again. False if that failed, or another load took its place. */
  async reload(): Promise<boolean> {
    await this.#client.invalidateQueries({ queryKey: this.queryKey })
    const state = this.#client.getQueryState(this.queryKey)
    return state?.status === 'success' && !state.isInvalidated
  }

  /** A load that the service may answer when there is a change. [gap G27] */
  async wait(seconds: number, signal: AbortSignal, isLive: boolean): Promise<Answer> {
    const previous = this.loaded
    if (previous?.etag === undefined) return 'not live'
    try {
      const loaded = await this.#load({ signal, wait: seconds })
      if (signal.aborted || !this.loaded || !isNewer(loaded, this.loaded)) return 'changed'
      if (isLive && isConfirmation(previous, loaded)) {
        this.#confirmed = loaded
        return 'same'
      }
      this.take(loaded)
      if (!loaded.isLive) return 'not live'
      return loaded.etag === previous.etag ? 'same' : 'changed'
    } catch {
      if (signal.aborted) return 'changed'
      // The query loads the board at once, and has the error.
      void this.#client.invalidateQueries({ queryKey: this.queryKey, exact: true })
      return 'failed'
    }
  }

  /**
   * While the board is live, an answer without a change renders nothing. When that ends, the screen
   * gets the time of the last one.
   */
  showConfirmed(): void {
    const confirmed = this.#confirmed
    this.#confirmed = undefined
    const { loaded } = this
    // Another load can be of another version.
    if (!confirmed || !loaded || loaded.etag !== confirmed.etag) return
    if (!isNewer(confirmed, loaded)) return
    const { requestedAt, loadedAt } = confirmed
    this.#show({ ...loaded, requestedAt, loadedAt })
  }

  async #load({ signal, wait }: LoadOptions): Promise<LoadedBoard> {
    const { keyId, workspaceId, projectId } = this.#session
    const api = loadsFor(this.#client, keyId)
    const previous = this.loaded
    const { client: worker } = boardWorkerOf(this.#client)
    const workerFetch = previous && worker?.fetchFor(previous, { keyId, workspaceId })
    const etag = previous?.etag
    let response = await api.board({ workspaceId, projectId, etag, signal, workerFetch, wait })
    // A 304 without a previous version.
    if (!response.value && !previous) response = await api.board({ workspaceId, projectId, signal })
    const { value, ...rest } = response
    const board = value ?? previous?.board ?? EMPTY_BOARD
    return { ...rest, board, loadedAt: Date.now(), changes: NO_CHANGES }
  }

  #merge(loaded: LoadedBoard): LoadedBoard {
    return mergeLoadedBoard(this.#client, this.#session, this.loaded, loaded)
  }

  #show(loaded: LoadedBoard): void {
    this.#client.setQueryData<LoadedBoard>(this.queryKey, loaded)
  }

  #joinOrStart(since: number): Promise<void> {
    if (this.#running && this.#running.startedAt > since) return this.#running.result
    const load = { startedAt: monotonicNow(), result: this.#start() }
    this.#running = load
    return load.result.finally(() => {
      if (this.#running === load) this.#running = undefined
    })
  }

  async #start(): Promise<void> {
    const { queryKey } = this
    // A load in progress started before the response of the write, so it can't confirm the write.
    await this.#client.cancelQueries({ queryKey, exact: true })
    // By the clock alone, a clock that was set back would make an old load look new.
    await this.#client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
    const fresh = { ...this.options, staleTime: 0, retry: false } as const
    await this.#client.fetchQuery(fresh).catch(() => undefined)
  }
}

export const boardFeedOf = perSession((client, session) => new BoardFeed(client, session))

/** The first answer after another load isn't one: the cache has to learn that the board is live. */
function isConfirmation(previous: LoadedBoard, loaded: LoadedBoard): boolean {
  return previous.isLive && loaded.isLive && loaded.etag === previous.etag
}

function isNewer(loaded: LoadedBoard, than: LoadedBoard | undefined): boolean {
  return !than || loaded.requestedAt > than.requestedAt
}
