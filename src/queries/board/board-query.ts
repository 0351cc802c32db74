import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ApiError } from '#client/api-error.ts'
import { nextTask } from '#client/next-task.ts'
import type { Board } from '#contract/readers/read-board.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { loadsFor } from '../api.ts'
import { keys } from '../keys.ts'
import { boardWorkerOf } from './large-board-worker.ts'
import type { LoadedBoard, TimedCardDiff } from './loaded-board.ts'
import { mergeLoadedBoard } from './merge-loaded-board.ts'

const EMPTY_BOARD: Board = { columns: [], unreadableCount: 0, hasNextPage: false }
const NO_CHANGES: ReadonlyMap<string, TimedCardDiff> = new Map()

/** How a board is loaded, by the screen and by the writes that load it again. */
export function boardOptions(session: BoardSession) {
  const queryKey = keys.board(session)
  return queryOptions<LoadedBoard, ApiError>({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const previous = client.getQueryData<LoadedBoard>(queryKey)
      const loaded = await loadBoard(client, session, previous, signal)
      if (client.getQueryData(queryKey) === undefined) return loaded
      await nextTask()
      return mergeLoadedBoard(client, session, loaded)
    },
    // `mergeLoadedBoard` shares unchanged cards by id.
    structuralSharing: false,
  })
}

/** With `wait`, the service may take that many seconds until there is another version. */
export async function loadBoard(
  queryClient: QueryClient,
  session: BoardSession,
  previous: LoadedBoard | undefined,
  signal: AbortSignal,
  wait?: number,
): Promise<LoadedBoard> {
  const { keyId, workspaceId, projectId } = session
  const api = loadsFor(queryClient, keyId)
  const { client } = boardWorkerOf(queryClient)
  const workerFetch = previous && client?.fetchFor(previous, { keyId, workspaceId })
  const etag = previous?.etag
  let response = await api.board({ workspaceId, projectId, etag, signal, workerFetch, wait })
  // A 304 without a previous version.
  if (!response.value && !previous) response = await api.board({ workspaceId, projectId, signal })
  const { value, ...rest } = response
  const board = value ?? previous?.board ?? EMPTY_BOARD
  return { ...rest, board, loadedAt: Date.now(), changes: NO_CHANGES }
}

/** Loads the board of the screen. `usePolling` loads it again. */
export function useBoard(session: BoardSession) {
  return useQuery({ ...boardOptions(session), refetchOnReconnect: 'always' })
}

export type BoardQuery = ReturnType<typeof useBoard>

/** Why the board of the screen can't be loaded, as long as none is loaded. */
export function useBoardError(session: BoardSession): ApiError | null {
  const { data, error } = useQuery({ ...boardOptions(session), enabled: false })
  return data ? null : error
}

/** How old the board on the screen is, and whether it is loading. */
export function useBoardFreshness(session: BoardSession) {
  const query = useQuery({ ...boardOptions(session), enabled: false })
  const { loadedAt, board } = query.data ?? {}
  return {
    /** In milliseconds since the epoch. A service says how old it is when it can't follow. */
    loadedAt: Date.parse(String(board?.facts?.syncedAt)) || loadedAt,
    isLoading: query.isFetching,
    hasFailed: query.isError,
  }
}

/**
 * Loads the board and its labels again. True once the board is there: not if the load failed, or
 * another one took its place.
 */
export function useReloadBoard(session: BoardSession | undefined): () => Promise<boolean> {
  const queryClient = useQueryClient()
  return useCallback(async () => {
    if (!session) return false
    const queryKey = keys.board(session)
    void queryClient.invalidateQueries({ queryKey: keys.labels(session) })
    await queryClient.invalidateQueries({ queryKey })
    const state = queryClient.getQueryState(queryKey)
    return state?.status === 'success' && !state.isInvalidated
  }, [queryClient, session])
}

/** The board of the screen as it was loaded last. It doesn't load the board: `useBoard` does. */
export function useBoardData(session: BoardSession): LoadedBoard | undefined {
  return useQuery({ ...boardOptions(session), enabled: false }).data
}
