import type { QueryClient } from '@tanstack/react-query'
import type { Board } from '#contract/readers/read-board.ts'
import { applyPendingWrites } from '#model/board-overlay.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { pendingEditsFilter, toPendingEdit } from '../changes/pending-label-edits.ts'
import { pendingMovesFilter, toPendingMove } from '../changes/pending-moves.ts'
import { boardFeedOf } from '../feed/board-feed.ts'

/** The board with its pending writes at this moment, for code outside of components. */
export function boardWithPendingWrites(
  queryClient: QueryClient,
  session: BoardSession,
): Board | undefined {
  const { loaded } = boardFeedOf(queryClient, session)
  if (!loaded) return undefined
  const { requestedAt } = loaded
  const mutations = queryClient.getMutationCache()
  const moves = mutations.findAll(pendingMovesFilter(session, requestedAt)).map(toPendingMove)
  const edits = mutations.findAll(pendingEditsFilter(session, requestedAt)).map(toPendingEdit)
  return applyPendingWrites(loaded.board, moves, edits)
}
