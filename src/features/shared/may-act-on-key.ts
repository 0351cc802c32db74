import { useBoardUiStore } from '#state/board-ui-store.ts'
import { useDialogStore } from '#state/dialog-store.ts'
import { usePreferencesStore } from '#state/preferences-store.ts'

/**
 * What a key acts on: `page` the page or its board, `undo` the same and a checkbox, `card` a card
 * of the board, `panel` the open panel of a card, `in-panel` the same with the focus in it,
 * `palette` everything but a dialog.
 */
export type KeyScope = 'page' | 'undo' | 'card' | 'panel' | 'in-panel' | 'palette'

/**
 * The only rule for all shortcuts. A single key never acts while a person types or has turned
 * single keys off (WCAG 2.1.4), and no key acts on the page under something that is open above it
 * or under a carried card.
 */
export function mayActOnKey(event: KeyboardEvent, scope: KeyScope): boolean {
  if (isSingleKey(event) && !usePreferencesStore.getState().hasSingleKeys) return false
  if (scope === 'palette') return !isWithin(event.target, 'dialog, [aria-modal]')
  return !isPageCovered() && ALLOWS[scope](event.target)
}

const FIELD = 'input, textarea, select, [contenteditable]'
/** The page itself, the header's buttons, the board, and the panel beside it. */
const PAGE = '[data-board], [data-app-header], aside[data-sheet]'

const ALLOWS: Readonly<
  Record<Exclude<KeyScope, 'palette'>, (target: EventTarget | null) => boolean>
> = {
  page: (target) => isOnPage(target),
  // A text field has its own history.
  undo: (target) => isOnPage(target) || (isInPanel(target) && !isTextField(target)),
  card: () => true,
  panel: (target) => isBesidePanel(target),
  'in-panel': (target) => isBesidePanel(target) && isInPanel(target),
}

/** Without a modifier. AltGr, which types brackets on many keyboards, is Ctrl and Alt. */
function isSingleKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && !metaKey && (!ctrlKey || altKey)
}

/** Also while the code of a dialog or a menu is on its way: what is typed then is meant for it. */
function isPageCovered(): boolean {
  const { menu, draggedCard } = useBoardUiStore.getState()
  if (menu !== null || draggedCard !== null) return true
  if (useDialogStore.getState().dialog.type !== 'none') return true
  // Plain text in a dialog has no focus of its own.
  return document.querySelector(OPEN_ABOVE_PAGE) !== null
}

const OPEN_ABOVE_PAGE =
  'dialog[open]:not([data-sheet]), [popover="auto"]:popover-open, [aria-modal]:popover-open'

/** Nothing has the focus, or something that has no use for the key. */
function isOnPage(target: EventTarget | null): boolean {
  if (!(target instanceof Element) || target === document.body) return true
  if (isField(target)) return false
  return target.matches('[data-focus-home]') || isWithin(target, PAGE)
}

/** The key belongs to no field of the panel. */
function isBesidePanel(target: EventTarget | null): boolean {
  return target instanceof Element && !isField(target) && !isWithin(target, '[data-own-escape]')
}

/** In a narrow window, the panel of a card is a dialog. */
function isInPanel(target: EventTarget | null): boolean {
  return isWithin(target, '[data-sheet]')
}

/** A person types or chooses in it. */
function isField(target: EventTarget | null): boolean {
  return isWithin(target, FIELD)
}

function isTextField(target: EventTarget | null): boolean {
  return isField(target) && !isWithin(target, 'input[type=checkbox]')
}

function isWithin(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}
