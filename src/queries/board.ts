import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ApiError } from '#client/api-error.ts'
import { instant } from '#client/instant.ts'
import type { Board } from '#contract/board.ts'
import { boardChanges, type CardChange } from '#model/board-changes.ts'
import { findCard } from '#model/board-view.ts'
import { shareBoard } from '#model/share-board.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { clientOf } from './clients.ts'
import { isExpected, touchedSince } from './own-writes.ts'
import { type BoardSession, boardKey, labelsKey } from './session.ts'
import { useSharedReads } from './share-reads.ts'

/** Server truth: a board, and when the read that brought it was started (see client/instant). */
export interface BoardRead {
  board: Board
  requestedAt: number
  /** The clock's time of the read, in milliseconds since the epoch, for people. */
  readAt: number
  etag: string | undefined
  /** What others changed, by card id, until it is seen. */
  changes: ReadonlyMap<string, SeenChange>
  /** True when another tab of this browser made the read. */
  shared?: true
}

/** A change with the moment of the read that brought it. */
export type SeenChange = CardChange & { at: number }

const NO_CHANGES: ReadonlyMap<string, SeenChange> = new Map()

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
      if (board)
        return { board, requestedAt: read.requestedAt, readAt: Date.now(), etag: read.etag, changes: NO_CHANGES }
      const fresh = await client.board({ workspaceId, projectId, signal })
      return {
        board: fresh.value ?? { columns: [], unreadable: 0, incomplete: false },
        requestedAt: fresh.requestedAt,
        readAt: Date.now(),
        etag: fresh.etag,
        changes: NO_CHANGES,
      }
    },
    structuralSharing: (before, after) => shareRead(session, before as BoardRead | undefined, after as BoardRead),
  })
}

/** The board of the screen. Mount this once: each mount polls. Polling rests while a card is in the hand. [gap G21] */
export function useBoardRead(session: BoardSession) {
  const queryClient = useQueryClient()
  const dragging = useBoardUiStore((state) => state.dragged !== null)
  const query = useQuery({
    ...boardOptions(queryClient, session),
    refetchInterval: (query) => {
      if (dragging || !navigator.onLine) return false
      return (query.state.status === 'error' ? POLL_AFTER_ERROR : POLL) * (0.9 + Math.random() / 5)
    },
    refetchIntervalInBackground: false,
    refetchOnReconnect: 'always',
  })
  useSharedReads(queryClient, session, query.data)
  return query
}

/** The board asked for without a project, once, when the project that was named could not be opened. [gap G12] */
export function useProjectlessBoard(session: BoardSession) {
  const queryClient = useQueryClient()
  const { keyId, workspaceId, projectId } = session
  return useQuery({
    ...boardOptions(queryClient, { keyId, workspaceId, projectId: undefined }),
    enabled: projectId !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
}

/** Why the board of the screen cannot be read, while none has been read. It does not read by itself. */
export function useBoardFault(session: BoardSession): ApiError | null {
  const queryClient = useQueryClient()
  const { data, error } = useQuery({ ...boardOptions(queryClient, session), enabled: false })
  return data ? null : error
}

interface RunningRead {
  startedAt: number
  result: Promise<void>
}

const reading = new WeakMap<QueryClient, Map<string, RunningRead>>()

/** How often a read that somebody else cancelled is started again. */
const ATTEMPTS = 3

/**
 * A board read that was started after `since`; callers who can use the same one share it. Undefined when the service
 * cannot be read now. A cancelled read leaves older data behind, so only the read's own start counts as proof.
 */
export async function readBoardAfter(
  queryClient: QueryClient,
  session: BoardSession,
  since: number,
): Promise<BoardRead | undefined> {
  const options = boardOptions(queryClient, session)
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const known = queryClient.getQueryData<BoardRead>(options.queryKey)
    if (known && known.requestedAt > since) return known
    const failedBefore = queryClient.getQueryState(options.queryKey)?.errorUpdateCount
    await joinOrStart(queryClient, options, since)
    const failedNow = queryClient.getQueryState(options.queryKey)?.errorUpdateCount
    if (failedNow !== failedBefore) break
  }
  const last = queryClient.getQueryData<BoardRead>(options.queryKey)
  return last && last.requestedAt > since ? last : undefined
}

function joinOrStart(queryClient: QueryClient, options: ReturnType<typeof boardOptions>, since: number): Promise<void> {
  const running = reading.get(queryClient) ?? new Map<string, RunningRead>()
  reading.set(queryClient, running)
  const hash = JSON.stringify(options.queryKey)
  const current = running.get(hash)
  if (current && current.startedAt > since) return current.result
  const entry = { startedAt: instant(), result: freshRead(queryClient, options) }
  running.set(hash, entry)
  return entry.result.finally(() => {
    if (running.get(hash) === entry) running.delete(hash)
  })
}

async function freshRead(queryClient: QueryClient, options: ReturnType<typeof boardOptions>): Promise<void> {
  // A read that is under way was asked for before the write was answered: it proves nothing, so it is not waited for.
  await queryClient.cancelQueries({ queryKey: options.queryKey, exact: true })
  await queryClient.fetchQuery({ ...options, staleTime: 0, retry: false }).catch(() => undefined)
}

/** Server truth anew: unchanged objects stay the same ones, and what others changed is noted until it is seen. */
function shareRead(session: BoardSession, before: BoardRead | undefined, after: BoardRead): BoardRead {
  const board = shareBoard(before?.board, after.board)
  if (!before || board === before.board) return { ...after, board, changes: before?.changes ?? NO_CHANGES }
  const news = boardChanges(before.board, board).filter(
    ({ cardId }) =>
      !touchedSince(session, cardId, before.requestedAt) &&
      !isExpected(session, cardId, findCard(board, cardId)?.column.statusId),
  )
  if (news.length === 0) return { ...after, board, changes: before.changes }
  const changes = new Map(before.changes)
  for (const change of news) changes.set(change.cardId, { ...change, at: after.requestedAt })
  return { ...after, board, changes }
}

/** Reads the board and its labels again, on request. */
export function useRefreshBoard(session: BoardSession): () => void {
  const queryClient = useQueryClient()
  return useCallback(() => {
    void queryClient.invalidateQueries({ queryKey: boardKey(session) })
    void queryClient.invalidateQueries({ queryKey: labelsKey(session) })
  }, [queryClient, session])
}
