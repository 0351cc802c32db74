import type { QueryClient } from '@tanstack/react-query'
import type { Board } from '#contract/readers/read-board.ts'
import { applyLabelEdits, applyMoves } from '#model/board-overlay.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { keys } from '../keys.ts'
import { pendingEditsFilter, toPendingEdit } from '../labels/pending-label-edits.ts'
import { pendingMovesFilter, toPendingMove } from '../moves/pending-moves.ts'
import type { LoadedBoard } from './loaded-board.ts'

/** The board with its pending writes at this moment, for code outside of components. */
export function currentBoard(queryClient: QueryClient, session: BoardSession): Board | undefined {
  const loaded = queryClient.getQueryData<LoadedBoard>(keys.board(session))
  if (!loaded) return undefined
  const { requestedAt } = loaded
  const mutations = queryClient.getMutationCache()
  const moves = mutations.findAll(pendingMovesFilter(session, requestedAt)).map(toPendingMove)
  const edits = mutations.findAll(pendingEditsFilter(session, requestedAt)).map(toPendingEdit)
  return applyLabelEdits(applyMoves(loaded.board, moves), edits)
}
