import { QueryClient } from '@tanstack/react-query'
import { createBoardClient } from '#client/board-client.ts'
import { instant } from '#client/instant.ts'
import type { Board } from '#contract/board.ts'
import { applyMoves, findCard } from '#model/board-view.ts'
import { moveIntent } from '#model/move-options.ts'
import { type BoardRead, readBoardAfter } from '#queries/board.ts'
import { moveCard, movesKey, pendingMoves } from '#queries/moves.ts'
import { createAppQueryClient } from '#queries/query-client.ts'
import { type BoardSession, boardKey } from '#queries/session.ts'

/** Where the newest move of a card stands. */
export interface NewestMove {
  status: 'pending' | 'success' | 'error'
  to: string
}

/** A way of showing moves before the service has confirmed them. */
export interface MoveEngine {
  view: () => Board
  read: () => Promise<unknown>
  move: (cardId: string, to: string) => Promise<unknown>
  newest: (cardId: string) => NewestMove | undefined
  stop: () => void
}

const NOTHING: Board = { columns: [], unreadable: 0, incomplete: false }

/** The product's own: moves lie over the board that was read. */
export function overlayEngine(session: BoardSession): MoveEngine {
  const queryClient = createAppQueryClient()
  const known = () => queryClient.getQueryData<BoardRead>(boardKey(session))
  const view = () => {
    const read = known()
    return read ? applyMoves(read.board, pendingMoves(queryClient, session, read.requestedAt)) : NOTHING
  }
  return {
    view,
    read: () => readBoardAfter(queryClient, session, instant()),
    move: async (cardId, to) => {
      const board = view()
      const found = findCard(board, cardId)
      const column = board.columns.find((one) => one.key === to)
      const intent = found && column && moveIntent(found.card, found.column, column)
      if (intent) await moveCard(queryClient, session, intent, () => Promise.resolve())
    },
    newest: (cardId) => {
      const moves = queryClient.getMutationCache().findAll({ mutationKey: movesKey(session) })
      const own = moves.map((mutation) => mutation.state).filter((state) => cardOf(state.variables) === cardId)
      const last = own.at(-1)
      return last && last.status !== 'idle' ? { status: last.status, to: targetOf(last.variables) } : undefined
    },
    stop: () => queryClient.clear(),
  }
}

/** What the product does not do: write the cache at once, keep a snapshot, and put it back when the move fails. */
export function snapshotEngine(session: BoardSession, secret: string): MoveEngine {
  const queryClient = new QueryClient()
  const client = createBoardClient({ baseUrl: window.location.origin, secret })
  const key = ['board']
  const newest = new Map<string, NewestMove>()
  const view = () => queryClient.getQueryData<Board>(key) ?? NOTHING
  const read = () => {
    const queryFn = async () =>
      (await client.board({ workspaceId: session.workspaceId, projectId: undefined })).value ?? NOTHING
    return queryClient.fetchQuery({ queryKey: key, queryFn, staleTime: 0 }).catch(() => undefined)
  }
  return {
    view,
    read,
    move: async (cardId, to) => {
      const snapshot = view()
      const number = findCard(snapshot, cardId)?.card.number ?? 0
      const move: NewestMove = { status: 'pending', to }
      newest.set(cardId, move)
      queryClient.setQueryData(key, applyMoves(snapshot, [{ cardId, toStatusId: to }]))
      try {
        await client.patchCard(session.workspaceId, number, { statusId: to })
        move.status = 'success'
      } catch {
        move.status = 'error'
        queryClient.setQueryData(key, snapshot)
      }
      await read()
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
