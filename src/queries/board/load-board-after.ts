import { hashKey, type QueryClient } from '@tanstack/react-query'
import { monotonicNow } from '#client/monotonic-now.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { perClient } from '../per-client.ts'
import { boardOptions } from './board-query.ts'
import type { LoadedBoard } from './loaded-board.ts'

/** How often a load that other code has canceled is started again. */
const MAX_ATTEMPTS = 3

type BoardOptions = ReturnType<typeof boardOptions>

/** A board load in progress. */
interface RunningLoad {
  /** From `monotonicNow()`. */
  startedAt: number
  result: Promise<void>
}

/** By query hash. */
const runningLoadsOf = perClient(() => new Map<string, RunningLoad>())

/**
 * A board whose load started after `since`. Callers share a load that is new enough. Undefined when
 * the board can't be loaded now. Only the start of a load counts: a canceled load leaves older data
 * in the cache.
 */
export async function loadBoardAfter(
  queryClient: QueryClient,
  session: BoardSession,
  since: number,
): Promise<LoadedBoard | undefined> {
  const options = boardOptions(session)
  const newEnough = () => {
    const loaded = queryClient.getQueryData<LoadedBoard>(options.queryKey)
    return loaded && loaded.requestedAt > since ? loaded : undefined
  }
  const errorCount = () => queryClient.getQueryState(options.queryKey)?.errorUpdateCount
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const loaded = newEnough()
    if (loaded) return loaded
    const errorsBefore = errorCount()
    await joinOrStartLoad(queryClient, options, since)
    if (errorCount() !== errorsBefore) break
  }
  return newEnough()
}

function joinOrStartLoad(
  queryClient: QueryClient,
  options: BoardOptions,
  since: number,
): Promise<void> {
  const runningLoads = runningLoadsOf(queryClient)
  const hash = hashKey(options.queryKey)
  const running = runningLoads.get(hash)
  if (running && running.startedAt > since) return running.result
  const load = { startedAt: monotonicNow(), result: startLoad(queryClient, options) }
  runningLoads.set(hash, load)
  return load.result.finally(() => {
    if (runningLoads.get(hash) === load) runningLoads.delete(hash)
  })
}

async function startLoad(queryClient: QueryClient, options: BoardOptions): Promise<void> {
  // A load in progress started before the response of the write, so it can't confirm the write.
  await queryClient.cancelQueries({ queryKey: options.queryKey, exact: true })
  // By the clock alone, a clock that was set back would make an old load look new.
  await queryClient.invalidateQueries({
    queryKey: options.queryKey,
    exact: true,
    refetchType: 'none',
  })
  const fresh = { ...options, staleTime: 0, retry: false } as const
  await queryClient.fetchQuery(fresh).catch(() => undefined)
}
