import { useUndoLabelEdit } from '#features/card-details/use-label-editing.ts'
import { useOptionalBoardAccess } from '#queries/access/board-access.ts'
import { useMoves } from '#queries/moves/use-moves.ts'
import { takeUndoableChange, type UndoableChange } from '#state/undo-store.ts'

/** Undoes a change, by default the newest one of the open board. False when there is none. */
export function useUndo(): (change?: UndoableChange) => boolean {
  const moves = useMoves()
  const undoLabelEdit = useUndoLabelEdit()
  const session = useOptionalBoardAccess()?.session
  return (requested) => {
    const change = session && takeUndoableChange(session, requested)
    if (!change) return false
    const { cardId } = change
    if (change.type === 'labels') void undoLabelEdit(cardId, change.inverse)
    else moves.request({ cardId, columnKey: change.fromStatusId, isUndo: true })
    return true
  }
}
