import { QueryClient } from '@tanstack/react-query'
import { createLoadClient } from '#client/load-client.ts'
import { monotonicNow } from '#client/monotonic-now.ts'
import { createWriteClient } from '#client/write-client.ts'
import type { Board } from '#contract/readers/read-board.ts'
import { findCard } from '#model/board-lookup.ts'
import { applyMoves } from '#model/board-overlay.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { moveIntent } from '#model/move-check.ts'
import { boardWithPendingWrites } from '#queries/board-view/board-with-pending-writes.ts'
import { moveCard } from '#queries/changes/move-card.ts'
import { boardFeedOf } from '#queries/feed/board-feed.ts'
import { keys } from '#queries/keys.ts'
import { createAppQueryClient } from '#queries/query-client.ts'

/** Status and column of the newest move of a card. */
interface NewestMove {
  status: 'pending' | 'success' | 'error'
  to: string
}

/** A strategy for showing moves before they are confirmed. */
export interface MoveEngine {
  view: () => Board
  load: () => Promise<unknown>
  move: (cardId: string, to: string) => Promise<unknown>
  newest: (cardId: string) => NewestMove | undefined
  stop: () => void
}

const EMPTY_BOARD: Board = { columns: [], unreadableCount: 0, hasNextPage: false }

/** The strategy of the app: pending moves are applied to the loaded board. */
export function overlayEngine(session: BoardSession): MoveEngine {
  const queryClient = createAppQueryClient()
  const view = () => boardWithPendingWrites(queryClient, session) ?? EMPTY_BOARD
  return {
    view,
    load: () => boardFeedOf(queryClient, session).newerThan(monotonicNow()),
    move: async (cardId, to) => {
      const board = view()
      const found = findCard(board, cardId)
      const column = board.columns.find(({ key }) => key === to)
      const intent = found && column && moveIntent(found.card, found.column, column)
      if (intent)
        await moveCard(queryClient, session, intent, {
          wait: () => Promise.resolve(),
        })
    },
    newest: (cardId) => {
      const moves = queryClient.getMutationCache().findAll({ mutationKey: keys.moves(session) })
      const cardMoves = moves
        .map((mutation) => mutation.state)
        .filter((state) => cardOf(state.variables) === cardId)
      const last = cardMoves.at(-1)
      return last && last.status !== 'idle'
        ? { status: last.status, to: targetOf(last.variables) }
        : undefined
    },
    stop: () => queryClient.clear(),
  }
}

/**
 * A strategy that the app doesn't use: update the cache, and restore a snapshot when the move
 * fails.
 */
export function snapshotEngine(session: BoardSession, secret: string): MoveEngine {
  const queryClient = new QueryClient()
  const connection = { baseUrl: window.location.origin, secret }
  const [loads, writes] = [createLoadClient(connection), createWriteClient(connection)]
  const key = ['board']
  const newest = new Map<string, NewestMove>()
  const view = () => queryClient.getQueryData<Board>(key) ?? EMPTY_BOARD
  const load = () => {
    const queryFn = async () =>
      (await loads.board({ workspaceId: session.workspaceId, projectId: undefined })).value ??
      EMPTY_BOARD
    return queryClient.fetchQuery({ queryKey: key, queryFn, staleTime: 0 }).catch(() => undefined)
  }
  return {
    view,
    load,
    move: async (cardId, to) => {
      const snapshot = view()
      const number = findCard(snapshot, cardId)?.card.number ?? 0
      const move: NewestMove = { status: 'pending', to }
      newest.set(cardId, move)
      queryClient.setQueryData(key, applyMoves(snapshot, [{ cardId, toStatusId: to }]))
      try {
        await writes.patchCard(session.workspaceId, number, { statusId: to })
        move.status = 'success'
      } catch {
        move.status = 'error'
        queryClient.setQueryData(key, snapshot)
      }
      await load()
    },
    newest: (cardId) => newest.get(cardId),
    stop: () => queryClient.clear(),
  }
}

function cardOf(variables: unknown): string {
  return (variables as { intent: { cardId: string } }).intent.cardId
}

function targetOf(variables: unknown): string {
  return (variables as { intent: { toStatusId: string } }).intent.toStatusId
}
