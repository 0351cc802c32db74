import { mayActOnKey } from '#features/shared/may-act-on-key.ts'
import { useRefresh } from '#features/shared/use-refresh.ts'
import { type Hotkeys, run, useHotkeys } from '#hooks/use-hotkeys.ts'
import type { BoardSession } from '#model/board-ref.ts'
import type { ShortcutKeys } from '#model/shortcuts.ts'
import { requestFilterFocus } from '#state/board-ui-store.ts'
import { openDialog } from '#state/dialog-store.ts'
import { restoreRemovedKey } from '#state/keys/change-keys.ts'
import { dismissToast, useToastStore } from '#state/toast-store.ts'
import { useUndo } from '../use-undo.ts'

/** Shortcuts of the whole app. */
export function useShortcuts(session: BoardSession | undefined): void {
  const undoChange = useUndo()
  const refresh = useRefresh(session)
  const undo = () => {
    if (!undoKeyRemoval()) undoChange()
  }
  const hasBoard = session !== undefined
  const hotkeys: Hotkeys<ShortcutKeys<'page'>> = {
    'ctrl+z': (event) => mayActOnKey(event, 'undo') && run(undo),
    'ctrl+k': (event) =>
      hasBoard && mayActOnKey(event, 'palette') && run(() => openDialog({ type: 'commands' })),
    '/': (event) => onPage(event, requestFilterFocus),
    '?': (event) => onPage(event, () => openDialog({ type: 'shortcuts' })),
    w: (event) => onPage(event, () => openDialog({ type: 'workspaces', isByKey: true })),
    r: (event) => hasBoard && onPage(event, refresh),
    'g a': (event) => hasBoard && onPage(event, () => openDialog({ type: 'activity' })),
    'g l': (event) => hasBoard && onPage(event, () => openDialog({ type: 'labels' })),
  }
  useHotkeys(hotkeys)
}

/** Takes up the offer of the toast to restore a removed key. */
function undoKeyRemoval(): boolean {
  for (const { id, actions } of useToastStore.getState().toasts) {
    const action = actions.find(({ type }) => type === 'restore-key')
    if (action?.type !== 'restore-key') continue
    void restoreRemovedKey(action.keyId)
    dismissToast(id)
    return true
  }
  return false
}

function onPage(event: KeyboardEvent, act: () => void): boolean {
  return mayActOnKey(event, 'page') && run(act)
}
