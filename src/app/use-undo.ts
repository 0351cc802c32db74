import { useQueryClient } from '@tanstack/react-query'
import { useUndoLabelEdit } from '#features/card-details/use-label-editing.ts'
import { isBoardOnScreen, messageOnBoard } from '#features/shared/message-on-board.ts'
import { notUndone } from '#messages/bulk-messages.ts'
import { NOTHING_TO_UNDO, UNDO_DROPPED, UNDO_FOLLOWS } from '#messages/interaction-messages.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { useOptionalBoardAccess } from '#queries/access/board-access.ts'
import { undoBulkLabels } from '#queries/changes/bulk-label-edits.ts'
import { undoBulkMove } from '#queries/changes/bulk-moves.ts'
import { useMoves } from '#queries/changes/use-moves.ts'
import { announce } from '#state/announcer.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { dismissToast, showToast } from '#state/toast-store.ts'
import {
  type PendingChange,
  rememberUndoableChange,
  takeUndoableChange,
  type UndoableChange,
} from '#state/undo-store.ts'

type UndoableType = UndoableChange['type']
type UndoableOf<Type extends UndoableType = UndoableType> = {
  [Each in Type]: { type: Each } & Extract<UndoableChange, { type: Each }>
}[Type]
/** How a kind of change is undone. One that is missing would do nothing on Ctrl+Z. */
type UndoVerb<Type extends UndoableType> = (
  board: BoardSession,
  change: UndoableOf<Type>,
  keepsFocus: true | undefined,
) => unknown

/** A service is usually faster, and then nobody has to read this. */
const UNDO_NOTICE_DELAY_MS = 500

/**
 * Undoes a change, by default the newest one of the open board, and says so when there is none. A
 * change that isn't confirmed yet is undone once it is.
 */
export function useUndo(): (change?: UndoableChange) => void {
  const moves = useMoves()
  const undoLabelEdit = useUndoLabelEdit()
  const queryClient = useQueryClient()
  const session = useOptionalBoardAccess()?.session
  const verbs: { readonly [Type in UndoableType]: UndoVerb<Type> } = {
    labels: (_, { cardId, inverse }) => undoLabelEdit(cardId, inverse),
    move: (_, { cardId, fromStatusId: columnKey }, keepsFocus) =>
      moves.request({ cardId, columnKey, isUndo: true, keepsFocus }),
    'bulk-move': (board, change) =>
      keepUndo(board, change, undoBulkMove(queryClient, board, change.origins)),
    'bulk-labels': (board, change) =>
      keepUndo(board, change, undoBulkLabels(queryClient, board, change)),
  }
  const undo = <Type extends UndoableType>(
    board: BoardSession,
    change: UndoableOf<Type>,
    keepsFocus?: true,
  ) => void verbs[change.type](board, change, keepsFocus)
  const undoOnceApplied = async (board: BoardSession, pending: PendingChange) => {
    const focusedBefore = focusedCard()
    pending.cancel?.()
    const stopNotice = showNoticeLater(board)
    const outcome = await pending.outcome
    stopNotice()
    // The next key is meant for the card on which a person is by now.
    const keepsFocus = focusedCard() === focusedBefore ? undefined : true
    if (outcome === 'dropped') showToast(messageOnBoard(board, UNDO_DROPPED), 'info')
    else if (outcome !== 'nothing') undo(board, outcome, keepsFocus)
  }
  return (requested) => {
    const change = session && takeUndoableChange(session, requested)
    if (!change) announce(NOTHING_TO_UNDO)
    else if (change.type === 'pending') void undoOnceApplied(session, change)
    else undo(session, change)
  }
}

function focusedCard(): string | null {
  return useBoardUiStore.getState().focusedCard
}

/** Says that the undo waits. The returned function takes that back. */
function showNoticeLater(board: BoardSession): () => void {
  let toast: number | undefined
  const timer = setTimeout(() => {
    if (isBoardOnScreen(board)) toast = showToast(UNDO_FOLLOWS, 'info')
  }, UNDO_NOTICE_DELAY_MS)
  return () => {
    clearTimeout(timer)
    if (toast !== undefined) dismissToast(toast)
  }
}

/** It can be tried again when nothing was undone. */
function keepUndo(board: BoardSession, change: UndoableChange, reason: string | undefined): void {
  if (reason === undefined) return
  rememberUndoableChange(change)
  showToast(messageOnBoard(board, notUndone(reason)), 'error')
}
