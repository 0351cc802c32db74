import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ApiError } from '#client/api-error.ts'
import type { Board } from '#contract/board.ts'
import { shareBoard } from '#model/share-board.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { clientOf } from './clients.ts'
import { type BoardSession, boardKey, labelsKey } from './session.ts'

/** Server truth: a board, and when the read that brought it was started (see client/instant). */
export interface BoardRead {
  board: Board
  requestedAt: number
  etag: string | undefined
}

const POLL = 15_000
const POLL_AFTER_ERROR = 60_000

/** How a board is read, shared by the screen's owner of the board and by the writes that read after themselves. */
export function boardOptions(queryClient: QueryClient, session: BoardSession) {
  const queryKey = boardKey(session)
  return queryOptions<BoardRead, ApiError>({
    queryKey,
    queryFn: async ({ signal }) => {
      const before = queryClient.getQueryData<BoardRead>(queryKey)
      const { workspaceId, projectId } = session
      const client = clientOf(session.keyId)
      const read = await client.board({ workspaceId, projectId, etag: before?.etag, signal })
      const board = read.value ?? before?.board
      if (board) return { board, requestedAt: read.requestedAt, etag: read.etag }
      const fresh = await client.board({ workspaceId, projectId, signal })
      return { board: fresh.value ?? { columns: [], unreadable: 0 }, requestedAt: fresh.requestedAt, etag: fresh.etag }
    },
    structuralSharing: (before, after) => shareRead(before as BoardRead | undefined, after as BoardRead),
  })
}

/** The board of the screen. Mount this once: each mount polls. Polling rests while a card is in the hand. [gap G21] */
export function useBoardRead(session: BoardSession) {
  const queryClient = useQueryClient()
  const dragging = useBoardUiStore((state) => state.dragged !== null)
  return useQuery({
    ...boardOptions(queryClient, session),
    refetchInterval: (query) => {
      if (dragging) return false
      return (query.state.status === 'error' ? POLL_AFTER_ERROR : POLL) * (0.9 + Math.random() / 5)
    },
    refetchIntervalInBackground: false,
  })
}

const reading = new WeakMap<QueryClient, Map<string, { since: number; result: Promise<BoardRead | undefined> }>>()

/**
 * A board read that was started after `since`. Callers who need the same share it. Undefined when the service cannot
 * be read now.
 */
export function readBoardAfter(
  queryClient: QueryClient,
  session: BoardSession,
  since: number,
): Promise<BoardRead | undefined> {
  const options = boardOptions(queryClient, session)
  const known = queryClient.getQueryData<BoardRead>(options.queryKey)
  if (known && known.requestedAt > since) return Promise.resolve(known)
  const running = reading.get(queryClient) ?? new Map()
  reading.set(queryClient, running)
  const hash = JSON.stringify(options.queryKey)
  const current = running.get(hash)
  if (current && current.since >= since) return current.result
  const result = freshRead(queryClient, options)
  const entry = { since, result }
  running.set(hash, entry)
  void result.finally(() => {
    if (running.get(hash) === entry) running.delete(hash)
  })
  return result
}

async function freshRead(queryClient: QueryClient, options: ReturnType<typeof boardOptions>) {
  // A read that is under way was asked for before the write was answered: it proves nothing, so it is not waited for.
  await queryClient.cancelQueries({ queryKey: options.queryKey, exact: true })
  return queryClient.fetchQuery({ ...options, staleTime: 0 }).catch(() => undefined)
}

function shareRead(before: BoardRead | undefined, after: BoardRead): BoardRead {
  return { ...after, board: shareBoard(before?.board, after.board) }
}

/** Reads the board and its labels again, on request. */
export function useRefreshBoard(session: BoardSession): () => void {
  const queryClient = useQueryClient()
  return useCallback(() => {
    void queryClient.invalidateQueries({ queryKey: boardKey(session) })
    void queryClient.invalidateQueries({ queryKey: labelsKey(session) })
  }, [queryClient, session])
}
