import { focusManager, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useOnline } from '#hooks/use-online.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { keys } from '../keys.ts'
import { boardOptions, loadBoard } from './board-query.ts'
import type { LoadedBoard } from './loaded-board.ts'
import { mergeLoadedBoard } from './merge-loaded-board.ts'

/** Proxies end a response that takes a minute. */
const WAIT_SECONDS = 25
/** The first answer says soon whether the service waits at all. */
const FIRST_WAIT_SECONDS = 1
/** Between two loads, however often the board changes. */
const PAUSE_MS = 250
/** An answer without a change that comes sooner is too soon. */
const MIN_WAIT_MS = 900
/** A service that answers too soon so often doesn't wait. */
const MAX_EARLY_ANSWERS = 3
/** Until a service that didn't wait is asked again. Doubled each time. */
const RETRY_MS = 15_000
const MAX_RETRY_MS = 300_000

/**
 * Keeps a load of the board waiting at the service, which answers when somebody changes the board.
 * It waits only while the page is visible, online, and not loading the board in another way. True
 * while the service takes part: nobody has to poll then. [gap G27]
 */
export function useLiveBoard(session: BoardSession, isQuiet: boolean): boolean {
  const queryClient = useQueryClient()
  const { isSuccess, isFetching } = useQuery({ ...boardOptions(session), enabled: false })
  const [isLive, setIsLive] = useState(false)
  const isVisible = useSyncExternalStore(subscribeToVisibility, isPageVisible)
  const isOnline = useOnline()
  const mayWait = isQuiet && isVisible && isOnline && isSuccess && !isFetching
  useEffect(() => {
    if (!mayWait) return
    const stop = new AbortController()
    const { signal } = stop
    void inOneOfTheSlots(signal, () => keepWaiting(queryClient, session, signal, setIsLive))
    return () => stop.abort()
  }, [queryClient, session, mayWait])
  return isLive && mayWait
}

/** A browser has six connections to a host, for all of its tabs. */
const SLOTS = ['trunkline.wait.1', 'trunkline.wait.2']

/** Without a slot, the board is polled. */
async function inOneOfTheSlots(signal: AbortSignal, task: () => Promise<void>): Promise<void> {
  // They are missing on a page without TLS.
  const { locks } = navigator as { locks?: LockManager }
  if (!locks) return task()
  while (!signal.aborted) {
    for (const slot of SLOTS) {
      await locks.request(slot, { ifAvailable: true }, (lock) => (lock ? task() : undefined))
    }
    await pause(RETRY_MS, signal)
  }
}

const isPageVisible = () => focusManager.isFocused()

function subscribeToVisibility(onChange: () => void): () => void {
  return focusManager.subscribe(onChange)
}

async function keepWaiting(
  queryClient: QueryClient,
  session: BoardSession,
  signal: AbortSignal,
  setIsLive: (isLive: boolean) => void,
): Promise<void> {
  let early = 0
  let retryMs = RETRY_MS
  let seconds = FIRST_WAIT_SECONDS
  while (!signal.aborted) {
    await pause(PAUSE_MS, signal)
    const startedAt = performance.now()
    const answer = await waitOnce(queryClient, session, signal, seconds)
    if (signal.aborted) return
    const isEarly = answer === 'same' && performance.now() - startedAt < MIN_WAIT_MS
    early = isEarly ? early + 1 : 0
    const isLive = answer !== 'not live' && early < MAX_EARLY_ANSWERS
    setIsLive(isLive)
    seconds = isLive ? WAIT_SECONDS : FIRST_WAIT_SECONDS
    if (isLive) continue
    // Polling goes on, and shows what is wrong.
    await pause(retryMs, signal)
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
  }
}

async function waitOnce(
  queryClient: QueryClient,
  session: BoardSession,
  signal: AbortSignal,
  seconds: number,
): Promise<'changed' | 'same' | 'not live'> {
  const queryKey = keys.board(session)
  const previous = queryClient.getQueryData<LoadedBoard>(queryKey)
  if (previous?.etag === undefined) return 'not live'
  try {
    const loaded = await loadBoard(queryClient, session, previous, signal, seconds)
    const current = queryClient.getQueryData<LoadedBoard>(queryKey)
    // Another load is newer.
    if (signal.aborted || !current || current.requestedAt >= loaded.requestedAt) return 'changed'
    const merged = mergeLoadedBoard(queryClient, session, loaded)
    queryClient.setQueryData<LoadedBoard>(queryKey, merged)
    if (!loaded.isLive) return 'not live'
    return loaded.etag === previous.etag ? 'same' : 'changed'
  } catch {
    // The query loads the board at once, and has the error.
    if (!signal.aborted) void queryClient.invalidateQueries({ queryKey, exact: true })
    return 'not live'
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
