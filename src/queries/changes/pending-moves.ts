import { type Mutation, useMutationState } from '@tanstack/react-query'
import type { PendingMove } from '#model/board-overlay.ts'
import type { BoardSession } from '#model/board-ref.ts'
import type { MoveIntent } from '#model/move-outcome.ts'
import { keys } from '../keys.ts'
import { isPendingWrite } from '../writes/pending-writes.ts'

/** Everything that a move needs to run, whatever the screen shows then. */
export interface MoveVariables {
  session: BoardSession
  intent: MoveIntent
}

/** Moves in progress, and moves that no load has had the chance to show. */
export function usePendingMoves(session: BoardSession, requestedAt: number): PendingMove[] {
  return useMutationState({
    filters: pendingMovesFilter(session, requestedAt),
    select: toPendingMove,
  })
}

export function pendingMovesFilter(session: BoardSession, requestedAt: number) {
  const predicate = (mutation: Mutation) => isPendingWrite(mutation, requestedAt)
  return { mutationKey: keys.moves(session), predicate }
}

export function toPendingMove(mutation: Mutation): PendingMove {
  // Only moves have the key of the filter, so the variables are MoveVariables.
  const { intent } = mutation.state.variables as MoveVariables
  return { cardId: intent.cardId, toStatusId: intent.toStatusId }
}
