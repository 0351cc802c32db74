import { useQueryClient } from '@tanstack/react-query'
import { useUndoLabelEdit } from '#features/card-details/use-label-editing.ts'
import { notUndone } from '#messages/bulk-messages.ts'
import { useOptionalBoardAccess } from '#queries/access/board-access.ts'
import { undoBulkLabels } from '#queries/labels/undo-bulk-labels.ts'
import { undoBulkMove } from '#queries/moves/undo-bulk-move.ts'
import { useMoves } from '#queries/moves/use-moves.ts'
import { showToast } from '#state/toast-store.ts'
import {
  rememberUndoableChange,
  takeUndoableChange,
  type UndoableChange,
} from '#state/undo-store.ts'

/** Undoes a change, by default the newest one of the open board. False when there is none. */
export function useUndo(): (change?: UndoableChange) => boolean {
  const moves = useMoves()
  const undoLabelEdit = useUndoLabelEdit()
  const queryClient = useQueryClient()
  const session = useOptionalBoardAccess()?.session
  return (requested) => {
    const change = session && takeUndoableChange(session, requested)
    if (!change) return false
    switch (change.type) {
      case 'labels':
        void undoLabelEdit(change.cardId, change.inverse)
        return true
      case 'move':
        moves.request({ cardId: change.cardId, columnKey: change.fromStatusId, isUndo: true })
        return true
      case 'bulk-move':
        void undoBulkMove(queryClient, session, change.origins).then((reason) =>
          keepUndo(change, reason),
        )
        return true
      case 'bulk-labels':
        void undoBulkLabels(queryClient, session, change).then((reason) => keepUndo(change, reason))
        return true
    }
  }
}

/** It can be tried again when nothing was undone. */
function keepUndo(change: UndoableChange, reason: string | undefined): void {
  if (reason === undefined) return
  rememberUndoableChange(change)
  showToast(notUndone(reason), 'error')
}
