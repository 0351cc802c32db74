import { useMutationState } from '@tanstack/react-query'
import type { PendingLabelEdit } from '#model/board-view.ts'
import type { LabelIntent } from '#model/card-labels.ts'
import { isPending } from './moves.ts'
import type { BoardSession } from './session.ts'

/** One edit of a card's labels, with all that it needs to run wherever the screen has gone meanwhile. */
export interface LabelEdit {
  session: BoardSession
  cardId: string
  cardNumber: number
  intent: LabelIntent
}

/** Mutation key of all label edits on a board's cards. */
export function editsKey(session: BoardSession) {
  return ['card-labels', session.keyId, session.workspaceId, session.projectId ?? null] as const
}

/** The label edits that lie over the board. */
export function usePendingLabelEdits(session: BoardSession, requestedAt: number): PendingLabelEdit[] {
  return useMutationState({
    filters: { mutationKey: editsKey(session), predicate: (mutation) => isPending(mutation, requestedAt) },
    select: (mutation) => {
      // The filter's key is given to label edits alone, so their variables are LabelEdit.
      const { cardId, intent } = mutation.state.variables as LabelEdit
      return { cardId, intent }
    },
  })
}
