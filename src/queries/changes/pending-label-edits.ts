import { type Mutation, useMutationState } from '@tanstack/react-query'
import type { PendingLabelEdit } from '#model/board-overlay.ts'
import type { BoardSession } from '#model/board-ref.ts'
import type { LabelIntent } from '#model/label-edits.ts'
import { keys } from '../keys.ts'
import { isPendingWrite } from '../writes/pending-writes.ts'

/** Everything that an edit of a card's labels needs to run, whatever the screen shows then. */
export interface LabelEditVariables {
  session: BoardSession
  cardId: string
  cardNumber: number
  intent: LabelIntent
}

/** Label edits in progress, and those that no load has had the chance to show. */
export function usePendingLabelEdits(
  session: BoardSession,
  requestedAt: number,
): PendingLabelEdit[] {
  const filters = pendingEditsFilter(session, requestedAt)
  return useMutationState({ filters, select: toPendingEdit })
}

export function pendingEditsFilter(session: BoardSession, requestedAt: number) {
  const predicate = (mutation: Mutation) => isPendingWrite(mutation, requestedAt)
  return { mutationKey: keys.cardLabels(session), predicate }
}

export function toPendingEdit(mutation: Mutation): PendingLabelEdit {
  // Only label edits have the key of the filter, so the variables are LabelEditVariables.
  const { cardId, intent } = mutation.state.variables as LabelEditVariables
  return { cardId, intent }
}
