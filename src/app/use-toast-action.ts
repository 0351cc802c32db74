import { showCard } from '#features/board/focus/show-card.ts'
import { DETAILS } from '#messages/bulk-messages.ts'
import { RELOAD, SHOW, TRY_AGAIN, UNDO } from '#messages/common-messages.ts'
import { switchToKey } from '#messages/permission-messages.ts'
import { useOptionalBoardAccess } from '#queries/access/board-access.ts'
import { useMoves } from '#queries/changes/use-moves.ts'
import { openDialog } from '#state/dialog-store.ts'
import { restoreRemovedKey } from '#state/keys/change-keys.ts'
import { switchKey } from '#state/recent-boards-store.ts'
import type { ToastAction } from '#state/toast-store.ts'
import { switchToNewVersion } from './use-shell-worker.ts'
import { useUndo } from './use-undo.ts'

export function toastActionLabel(action: ToastAction): string {
  switch (action.type) {
    case 'undo':
    case 'restore-key':
      return UNDO
    case 'retry-move':
      return TRY_AGAIN
    case 'switch-key':
      return switchToKey(action.name)
    case 'show-card':
    case 'show-unrecognized':
      return SHOW
    case 'show-bulk-result':
      return DETAILS
    case 'use-new-version':
      return RELOAD
  }
}

export function useToastAction(): (action: ToastAction) => void {
  const moves = useMoves()
  const undo = useUndo()
  const workspaceId = useOptionalBoardAccess()?.session.workspaceId
  return (action) => {
    switch (action.type) {
      case 'undo':
        return undo(action.change)
      case 'retry-move':
        return moves.request({ cardId: action.cardId, columnKey: action.statusId })
      case 'restore-key':
        return void restoreRemovedKey(action.keyId)
      case 'switch-key':
        if (workspaceId !== undefined) switchKey(workspaceId, action.keyId)
        return
      case 'show-card':
        return showCard(action.cardId)
      case 'show-unrecognized':
        return openDialog({ type: 'unrecognized' })
      case 'show-bulk-result':
        return openDialog({ type: 'bulk-result' })
      case 'use-new-version':
        return void switchToNewVersion()
    }
  }
}
