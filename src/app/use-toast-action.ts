import { showCard } from '#features/board/show-card.ts'
import { useRestoreLabel } from '#features/card-details/use-label-editing.ts'
import { switchToKey } from '#model/messages/permission-messages.ts'
import { useMoves } from '#queries/moves/use-moves.ts'
import { useOptionalBoardAccess } from '#queries/session.ts'
import { openDialog } from '#state/dialog-store.ts'
import { restoreRemovedKey } from '#state/keys/change-keys.ts'
import { switchKey } from '#state/recent-boards-store.ts'
import type { ToastAction } from '#state/toast-store.ts'

export function toastActionLabel(action: ToastAction): string {
  switch (action.type) {
    case 'undo-move':
    case 'restore-key':
    case 'restore-label':
      return 'Undo'
    case 'retry-move':
      return 'Try again'
    case 'switch-key':
      return switchToKey(action.name)
    case 'show-card':
    case 'show-unrecognized':
      return 'Show'
  }
}

export function useToastAction(): (action: ToastAction) => void {
  const moves = useMoves()
  const restoreLabel = useRestoreLabel()
  const workspaceId = useOptionalBoardAccess()?.session.workspaceId
  return (action) => {
    switch (action.type) {
      case 'undo-move':
        return void moves.undo(action.cardId)
      case 'retry-move':
        return moves.request({ cardId: action.cardId, columnKey: action.statusId })
      case 'restore-label':
        return void restoreLabel(action.cardId, action.labelId)
      case 'restore-key':
        return void restoreRemovedKey(action.keyId)
      case 'switch-key':
        if (workspaceId !== undefined) switchKey(workspaceId, action.keyId)
        return
      case 'show-card':
        return showCard(action.cardId)
      case 'show-unrecognized':
        return openDialog({ type: 'unrecognized' })
    }
  }
}
