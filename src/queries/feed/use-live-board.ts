import { focusManager } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { whenIdle } from '#hooks/schedule.ts'
import { useOnline } from '#hooks/use-online.ts'
import type { BoardSession } from '#model/board-ref.ts'
import type { Answer } from './board-feed.ts'
import { useBoardFeed, useCachedBoard } from './use-board.ts'

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

/** Whether the service waits for changes. It outlives interruptions by drags, writes, and loads. */
class LiveStatus {
  isLive = false
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
  const feed = useBoardFeed(session)
  const { isSuccess, isFetching } = useCachedBoard(session)
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
    const load = (seconds: number) => feed.wait(seconds, signal, status.isLive)
    const note = (nowLive: boolean) => {
      if (!nowLive) feed.showConfirmed()
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
      whenIdle(() => feed.showConfirmed(), MAX_IDLE_WAIT_MS)
    }
  }, [feed, mayWait, status])
  useEffect(() => {
    if (!isOnline) feed.showConfirmed()
  }, [feed, isOnline])
  return isLive && mayWait
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
