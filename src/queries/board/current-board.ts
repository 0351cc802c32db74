import type { QueryClient } from '@tanstack/react-query'
import type { Board } from '#contract/readers/read-board.ts'
import { applyLabelEdits, applyMoves } from '#model/board-overlay.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { keys } from '../keys.ts'
import { pendingLabelEdits } from '../labels/pending-label-edits.ts'
import { pendingMoves } from '../moves/pending-moves.ts'
import type { LoadedBoard } from './loaded-board.ts'

/** The board with its pending writes at this moment, for code outside of components. */
export function currentBoard(queryClient: QueryClient, session: BoardSession): Board | undefined {
  const loaded = queryClient.getQueryData<LoadedBoard>(keys.board(session))
  if (!loaded) return undefined
  const moves = pendingMoves(queryClient, session, loaded.requestedAt)
  const edits = pendingLabelEdits(queryClient, session, loaded.requestedAt)
  return applyLabelEdits(applyMoves(loaded.board, moves), edits)
}
