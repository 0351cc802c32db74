import { type Hotkeys, run, useHotkeys, withoutSingleKeys } from '#hooks/use-hotkeys.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { NOTHING_TO_UNDO } from '#model/messages/interaction-messages.ts'
import type { ShortcutKeys } from '#model/shortcuts.ts'
import { useRefreshBoard } from '#queries/board/board-query.ts'
import { announce } from '#state/announcer.ts'
import { requestFilterFocus, useBoardUiStore } from '#state/board-ui-store.ts'
import { openDialog, useDialogStore } from '#state/dialog-store.ts'
import { restoreRemovedKey } from '#state/keys/change-keys.ts'
import { usePreferencesStore } from '#state/preferences-store.ts'
import { dismissToast, useToastStore } from '#state/toast-store.ts'
import { useUndo } from '../use-undo.ts'

/**
 * Shortcuts of the whole app. Single letters never act while a person types or a dialog is open
 * (WCAG 2.1.4).
 */
export function useShortcuts(session: BoardSession | undefined): void {
  const undoChange = useUndo()
  const refresh = useRefreshBoard(session)
  const undo = () => {
    if (undoKeyRemoval()) return
    if (!undoChange()) announce(NOTHING_TO_UNDO)
  }
  const hasBoard = session !== undefined
  const hasSingleKeys = usePreferencesStore((preferences) => preferences.hasSingleKeys)
  const hotkeys: Hotkeys<ShortcutKeys<'page'>> = {
    'ctrl+z': (event) => unlessTyping(event, undo),
    'ctrl+k': (event) =>
      hasBoard && !isInDialog(event.target) && run(() => openDialog({ type: 'commands' })),
    '/': (event) => onPage(event, requestFilterFocus),
    '?': (event) => onPage(event, () => openDialog({ type: 'shortcuts' })),
    w: (event) => onPage(event, () => openDialog({ type: 'workspaces', isByKey: true })),
    r: (event) => hasBoard && onPage(event, refresh),
    'g l': (event) => hasBoard && onPage(event, () => openDialog({ type: 'labels' })),
  }
  useHotkeys(hasSingleKeys ? hotkeys : withoutSingleKeys(hotkeys))
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

/** A text field has its own history. */
function unlessTyping(event: KeyboardEvent, act: () => void): boolean {
  const isElsewhere = isTypingOrOpen(event.target) && !isInCardPanel(event.target)
  return isElsewhere || isDialogOpen() ? false : run(act)
}

/** In a narrow window, the panel of a card is a dialog; its checkboxes have no history. */
function isInCardPanel(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  const isText = target.matches('input:not([type=checkbox]), textarea, select')
  return (
    !isText && target.closest('dialog, [popover], [data-sheet]')?.matches('[data-sheet]') === true
  )
}

function onPage(event: KeyboardEvent, act: () => void): boolean {
  return isOnPage(event.target) ? run(act) : false
}

/** A text field, or something open with its own keys. */
function isTypingOrOpen(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  const selector = 'input, textarea, select, dialog, [popover]'
  return target.isContentEditable || target.closest(selector) !== null
}

/** Also while the code of a dialog or a menu is on its way: what is typed then is meant for it. */
function isDialogOpen(): boolean {
  const isMenuOpen = useBoardUiStore.getState().menu !== null
  return isMenuOpen || useDialogStore.getState().dialog.type !== 'none'
}

/** The page itself, the header's buttons, or the board. */
function isOnPage(target: EventTarget | null): boolean {
  if (isTypingOrOpen(target) || isDialogOpen()) return false
  if (target === document.body || !(target instanceof Element)) return true
  const selector = '[data-board], [data-app-header], aside[data-sheet]'
  return target.matches('[data-focus-home]') || target.closest(selector) !== null
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('dialog') !== null
}
