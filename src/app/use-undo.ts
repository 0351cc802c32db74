import { useQueryClient } from '@tanstack/react-query'
import { useUndoLabelEdit } from '#features/card-details/use-label-editing.ts'
import { notUndone } from '#messages/bulk-messages.ts'
import { NOTHING_TO_UNDO, UNDO_FOLLOWS } from '#messages/interaction-messages.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { useOptionalBoardAccess } from '#queries/access/board-access.ts'
import { undoBulkLabels } from '#queries/labels/undo-bulk-labels.ts'
import { undoBulkMove } from '#queries/moves/undo-bulk-move.ts'
import { useMoves } from '#queries/moves/use-moves.ts'
import { announce } from '#state/announcer.ts'
import { showToast } from '#state/toast-store.ts'
import {
  type PendingChange,
  rememberUndoableChange,
  takeUndoableChange,
  type UndoableChange,
} from '#state/undo-store.ts'

/** After this time, a person hears that the undo follows. */
const LONG_WAIT_MS = 500

/**
 * Undoes a change, by default the newest one of the open board, and says so when there is none. A
 * change that isn't confirmed yet is undone once it is.
 */
export function useUndo(): (change?: UndoableChange) => void {
  const moves = useMoves()
  const undoLabelEdit = useUndoLabelEdit()
  const queryClient = useQueryClient()
  const session = useOptionalBoardAccess()?.session
  const undo = (board: BoardSession, change: UndoableChange) => {
    switch (change.type) {
      case 'labels':
        return void undoLabelEdit(change.cardId, change.inverse)
      case 'move':
        return moves.request({
          cardId: change.cardId,
          columnKey: change.fromStatusId,
          isUndo: true,
        })
      case 'bulk-move':
        return void undoBulkMove(queryClient, board, change.origins).then((reason) =>
          keepUndo(change, reason),
        )
      case 'bulk-labels':
        return void undoBulkLabels(queryClient, board, change).then((reason) =>
          keepUndo(change, reason),
        )
    }
  }
  return (requested) => {
    const change = session && takeUndoableChange(session, requested)
    if (!change) announce(NOTHING_TO_UNDO)
    else if (change.type === 'pending') void whenApplied(change, (done) => undo(session, done))
    else undo(session, change)
  }
}

/** The message of a change that wasn't applied says more than "nothing to undo". */
async function whenApplied(
  { applied }: PendingChange,
  undo: (change: UndoableChange) => void,
): Promise<void> {
  const waiting = setTimeout(() => showToast(UNDO_FOLLOWS, 'info'), LONG_WAIT_MS)
  const change = await applied
  clearTimeout(waiting)
  if (change) undo(change)
}

/** It can be tried again when nothing was undone. */
function keepUndo(change: UndoableChange, reason: string | undefined): void {
  if (reason === undefined) return
  rememberUndoableChange(change)
  showToast(notUndone(reason), 'error')
}
