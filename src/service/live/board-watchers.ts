import type { StoreChange } from '../store/store-changes.ts'

export interface WatcherLimits {
  /** Requests that wait at the same time. */
  maxWaiting: number
  /** Of one key for one board. */
  maxPerKey: number
}

export const DEFAULT_MAX_WAITING = 5_000
const MAX_PER_KEY = 20

/** Several changes in this time are one answer. */
export const MERGED_CHANGES_MS = 50
/** How often time-outs and other processes are looked at, while somebody waits. */
const TICK_MS = 250

export interface WatcherRequest {
  boardId: number
  /** Id of the key. */
  credentialId: number
  /** By `performance.now()`. */
  until: number
  /** Of the client that waits. */
  signal: AbortSignal
}

interface Watcher extends WatcherRequest {
  wake: () => void
}

/** Who waits for changes of which board. */
export class BoardWatchers {
  readonly #byBoard = new Map<number, Set<Watcher>>()
  readonly #perKey = new Map<string, number>()
  readonly #due = new Map<number, NodeJS.Timeout>()
  readonly #limits: WatcherLimits
  #waiting = 0
  #isStopped = false
  #timer: NodeJS.Timeout | undefined
  /** Called while somebody waits, to look for changes by other processes. */
  onTick: () => void = () => undefined

  constructor(limits: Partial<WatcherLimits> = {}) {
    this.#limits = { maxWaiting: DEFAULT_MAX_WAITING, maxPerKey: MAX_PER_KEY, ...limits }
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Boards that somebody waits for. */
  get boardIds(): number[] {
    return [...this.#byBoard.keys()]
  }

  /**
   * Takes a place until the board or the keys change, the time is over, the client leaves, or the
   * service stops. Undefined when there is no place: the answer is due at once then.
   */
  enter(request: WatcherRequest): { woken: Promise<void>; leave: () => void } | undefined {
    const { boardId, credentialId, signal } = request
    const key = `${boardId} ${credentialId}`
    const own = this.#perKey.get(key) ?? 0
    const isFull = this.#waiting >= this.#limits.maxWaiting || own >= this.#limits.maxPerKey
    if (isFull || this.#isStopped || signal.aborted) return undefined
    this.#perKey.set(key, own + 1)
    this.#waiting += 1
    let leave: () => void = () => undefined
    const woken = new Promise<void>((resolve) => {
      const watcher: Watcher = { ...request, wake: () => leave() }
      leave = () => {
        if (!this.#remove(watcher, key)) return
        signal.removeEventListener('abort', leave)
        resolve()
      }
      this.#add(watcher)
    })
    signal.addEventListener('abort', leave, { once: true })
    return { woken, leave }
  }

  /** Wakes those who have to look again. */
  changed(change: StoreChange): void {
    if (change === 'keys') return this.wakeAll()
    if (!this.#byBoard.has(change) || this.#due.has(change)) return
    const wake = () => {
      this.#due.delete(change)
      this.#wake(this.#byBoard.get(change))
    }
    this.#due.set(change, setTimeout(wake, MERGED_CHANGES_MS).unref())
  }

  wakeAll(): void {
    for (const watchers of [...this.#byBoard.values()]) this.#wake(watchers)
  }

  /** Answers everybody. Nobody can wait after it. */
  stop(): void {
    this.#isStopped = true
    for (const timer of this.#due.values()) clearTimeout(timer)
    this.#due.clear()
    this.wakeAll()
  }

  #add(watcher: Watcher): void {
    const watchers = this.#byBoard.get(watcher.boardId)
    if (watchers) watchers.add(watcher)
    else this.#byBoard.set(watcher.boardId, new Set([watcher]))
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS).unref()
  }

  /** False when it has left already. */
  #remove(watcher: Watcher, key: string): boolean {
    const watchers = this.#byBoard.get(watcher.boardId)
    if (!watchers?.delete(watcher)) return false
    if (watchers.size === 0) this.#byBoard.delete(watcher.boardId)
    const left = (this.#perKey.get(key) ?? 1) - 1
    if (left > 0) this.#perKey.set(key, left)
    else this.#perKey.delete(key)
    this.#waiting -= 1
    if (this.#waiting === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
    }
    return true
  }

  #tick(): void {
    const now = performance.now()
    for (const watchers of [...this.#byBoard.values()]) {
      for (const watcher of [...watchers]) if (watcher.until <= now) watcher.wake()
    }
    if (this.#waiting > 0) this.onTick()
  }

  #wake(watchers: Set<Watcher> | undefined): void {
    for (const watcher of [...(watchers ?? [])]) watcher.wake()
  }
}
