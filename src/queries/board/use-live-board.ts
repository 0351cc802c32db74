import { focusManager, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { whenIdle } from '#hooks/schedule.ts'
import { useOnline } from '#hooks/use-online.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { keys } from '../keys.ts'
import { boardOptions, loadBoard } from './board-query.ts'
import type { LoadedBoard } from './loaded-board.ts'
import { mergeLoadedBoard } from './merge-loaded-board.ts'

/** Proxies end a response that takes a minute. */
const WAIT_SECONDS = 25
/** Short, so that a page learns soon whether the service waits at all. */
const FIRST_WAIT_SECONDS = 1
/** Between two loads, however often the board changes. */
const PAUSE_MS = 250
/** An answer without a change that comes sooner is too soon. */
const MIN_WAIT_MS = 900
/** A service that answers too soon so often doesn't wait. */
const MAX_EARLY_ANSWERS = 3
/** Until the next try after a service didn't wait, and after a failure. Doubled each time. */
const RETRY_MS = 15_000
const FAILURE_MS = 1_000
const MAX_RETRY_MS = 300_000

/** The screen comes first. */
const MAX_IDLE_WAIT_MS = 1_000

type Answer = 'changed' | 'same' | 'not live' | 'failed'

/** Whether the service waits for changes. It outlives interruptions by drags, writes, and loads. */
class LiveStatus {
  isLive = false
  /** An answer without a change, until the screen shows its time. */
  confirmed: LoadedBoard | undefined
  #early = 0
  #misses = 0
  /** By `performance.now()`. */
  #notBefore = 0

  get pauseMs(): number {
    return Math.max(PAUSE_MS, this.#notBefore - performance.now())
  }

  record(answer: Answer, durationMs: number): void {
    const isEarly = answer === 'same' && durationMs < MIN_WAIT_MS
    this.#early = isEarly ? this.#early + 1 : 0
    const isWaiting = answer === 'changed' || answer === 'same'
    this.isLive = isWaiting && this.#early < MAX_EARLY_ANSWERS
    this.#misses = this.isLive ? 0 : this.#misses + 1
    const firstMs = answer === 'failed' ? FAILURE_MS : RETRY_MS
    const delayMs = this.isLive ? 0 : Math.min(firstMs * 2 ** (this.#misses - 1), MAX_RETRY_MS)
    this.#notBefore = performance.now() + delayMs
  }
}

/**
 * Keeps a load of the board waiting at the service, which answers when somebody changes the board.
 * It waits only while the page is visible, online, and not loading the board in another way. True
 * while the service takes part: nobody has to poll then. [gap G27]
 */
export function useLiveBoard(session: BoardSession, isQuiet: boolean): boolean {
  const queryClient = useQueryClient()
  const { isSuccess, isFetching } = useQuery({ ...boardOptions(session), enabled: false })
  const [isLive, setIsLive] = useState(false)
  const [known, setKnown] = useState({ session, status: new LiveStatus() })
  // Another board, or another key.
  if (known.session !== session) {
    setKnown({ session, status: new LiveStatus() })
    setIsLive(false)
  }
  const { status } = known
  const isVisible = useSyncExternalStore(subscribeToVisibility, isPageVisible)
  const isOnline = useOnline()
  const mayWait = isQuiet && isVisible && isOnline && isSuccess && !isFetching
  useEffect(() => {
    if (!mayWait) return
    const stop = new AbortController()
    const { signal } = stop
    const load = (seconds: number) => waitOnce(queryClient, session, status, signal, seconds)
    const note = (nowLive: boolean) => {
      if (!nowLive) showConfirmed(queryClient, session, status)
      setIsLive(nowLive)
    }
    const task = () => keepWaiting(load, status, signal, note)
    void inOneOfTheSlots(signal, task, () => {
      status.isLive = false
      note(false)
    })
    return () => {
      stop.abort()
      // Not in the frame in which a drag begins.
      whenIdle(() => showConfirmed(queryClient, session, status), MAX_IDLE_WAIT_MS)
    }
  }, [queryClient, session, mayWait, status])
  useEffect(() => {
    if (!isOnline) showConfirmed(queryClient, session, status)
  }, [queryClient, session, isOnline, status])
  return isLive && mayWait
}

/**
 * While the board is live, an answer without a change renders nothing. When that ends, the screen
 * gets the time of the last one.
 */
function showConfirmed(queryClient: QueryClient, session: BoardSession, status: LiveStatus): void {
  const { confirmed } = status
  status.confirmed = undefined
  const queryKey = keys.board(session)
  const current = queryClient.getQueryData<LoadedBoard>(queryKey)
  // Another load can be newer, or of another version.
  if (!confirmed || !current || current.etag !== confirmed.etag) return
  if (current.requestedAt >= confirmed.requestedAt) return
  queryClient.setQueryData<LoadedBoard>(queryKey, {
    ...current,
    requestedAt: confirmed.requestedAt,
    loadedAt: confirmed.loadedAt,
  })
}

/** A browser has six connections to a host, for all of its tabs. */
const SLOTS = ['trunkline.wait.1', 'trunkline.wait.2']

/** Without a slot, the board is polled. */
async function inOneOfTheSlots(
  signal: AbortSignal,
  task: () => Promise<void>,
  onNone: () => void,
): Promise<void> {
  // They are missing on a page without TLS.
  const { locks } = navigator as { locks?: LockManager }
  if (!locks) return task()
  while (!signal.aborted) {
    for (const slot of SLOTS) {
      await locks.request(slot, { ifAvailable: true }, (lock) => (lock ? task() : undefined))
    }
    if (signal.aborted) return
    onNone()
    await pause(RETRY_MS, signal)
  }
}

const isPageVisible = () => focusManager.isFocused()

function subscribeToVisibility(onChange: () => void): () => void {
  return focusManager.subscribe(onChange)
}

async function keepWaiting(
  load: (seconds: number) => Promise<Answer>,
  status: LiveStatus,
  signal: AbortSignal,
  onAnswer: (isLive: boolean) => void,
): Promise<void> {
  while (!signal.aborted) {
    await pause(status.pauseMs, signal)
    if (signal.aborted) return
    const startedAt = performance.now()
    const answer = await load(status.isLive ? WAIT_SECONDS : FIRST_WAIT_SECONDS)
    if (signal.aborted && answer !== 'failed') return
    // Until a service waits again, polling goes on, and shows what is wrong.
    status.record(answer, performance.now() - startedAt)
    onAnswer(status.isLive)
  }
}

async function waitOnce(
  queryClient: QueryClient,
  session: BoardSession,
  status: LiveStatus,
  signal: AbortSignal,
  seconds: number,
): Promise<Answer> {
  const queryKey = keys.board(session)
  const previous = queryClient.getQueryData<LoadedBoard>(queryKey)
  if (previous?.etag === undefined) return 'not live'
  try {
    const loaded = await loadBoard(queryClient, session, previous, signal, seconds)
    const current = queryClient.getQueryData<LoadedBoard>(queryKey)
    // Another load is newer.
    if (signal.aborted || !current || current.requestedAt >= loaded.requestedAt) return 'changed'
    if (status.isLive && isConfirmation(previous, loaded)) {
      status.confirmed = loaded
      return 'same'
    }
    const merged = mergeLoadedBoard(queryClient, session, loaded)
    queryClient.setQueryData<LoadedBoard>(queryKey, merged)
    if (!loaded.isLive) return 'not live'
    return loaded.etag === previous.etag ? 'same' : 'changed'
  } catch {
    if (signal.aborted) return 'changed'
    // The query loads the board at once, and has the error.
    void queryClient.invalidateQueries({ queryKey, exact: true })
    return 'failed'
  }
}

/** The first answer after another load isn't one: the cache has to learn that the board is live. */
function isConfirmation(previous: LoadedBoard, loaded: LoadedBoard): boolean {
  return previous.isLive && loaded.isLive && loaded.etag === previous.etag
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
}
