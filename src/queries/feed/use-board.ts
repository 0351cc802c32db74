import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ApiError } from '#client/api-error.ts'
import { own, timeOf } from '#contract/json.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { keys } from '../keys.ts'
import { type BoardFeed, boardFeedOf } from './board-feed.ts'
import type { LoadedBoard } from './loaded-board.ts'

export function useBoardFeed(session: BoardSession): BoardFeed {
  return boardFeedOf(useQueryClient(), session)
}

/** Loads the board of the screen. `usePolling` loads it again. */
export function useBoard(session: BoardSession) {
  return useQuery({ ...useBoardFeed(session).options, refetchOnReconnect: 'always' })
}

export type BoardQuery = ReturnType<typeof useBoard>

/** The board of the screen as it is in the cache. It doesn't load the board: `useBoard` does. */
export function useCachedBoard(session: BoardSession) {
  return useQuery({ ...useBoardFeed(session).options, enabled: false })
}

export function useBoardData(session: BoardSession): LoadedBoard | undefined {
  return useCachedBoard(session).data
}

/** Why the board of the screen can't be loaded, as long as none is loaded. */
export function useBoardError(session: BoardSession): ApiError | null {
  const { data, error } = useCachedBoard(session)
  return data ? null : error
}

/** How old the board on the screen is, and whether it is loading. */
export function useBoardFreshness(session: BoardSession) {
  const query = useCachedBoard(session)
  const { loadedAt, board } = query.data ?? {}
  return {
    /** In milliseconds since the epoch. A service says how old it is when it can't follow. */
    loadedAt: timeOf(board?.facts && own(board.facts, 'syncedAt')) ?? loadedAt,
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
    void queryClient.invalidateQueries({ queryKey: keys.labels(session) })
    return boardFeedOf(queryClient, session).reload()
  }, [queryClient, session])
}

/**
 * The board without a project, loaded once, when the requested project can't be opened. [gap G12]
 */
export function useBoardWithoutProject(session: BoardSession) {
  return useQuery({
    ...useBoardFeed({ ...session, projectId: undefined }).options,
    enabled: session.projectId !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
}
