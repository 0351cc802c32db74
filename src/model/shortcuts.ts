import {
  SHORTCUT_ACTIVITY,
  SHORTCUT_ALONG_COLUMN,
  SHORTCUT_BESIDE,
  SHORTCUT_COPY_LINK,
  SHORTCUT_EXTEND_SELECTION,
  SHORTCUT_FILTER,
  SHORTCUT_LABEL_MANAGER,
  SHORTCUT_LABELS,
  SHORTCUT_LIST,
  SHORTCUT_MOVE,
  SHORTCUT_MOVE_MENU,
  SHORTCUT_NEXT_CARD,
  SHORTCUT_OPEN,
  SHORTCUT_PALETTE,
  SHORTCUT_REFRESH,
  SHORTCUT_SELECT,
  SHORTCUT_UNDO,
  SHORTCUT_WORKSPACES,
} from '#messages/help-messages.ts'

/** Where a shortcut acts: on a card of the board, beside the open panel of a card, or anywhere. */
type ShortcutScope = 'card' | 'panel' | 'page'

interface Shortcut {
  scope: ShortcutScope
  /**
   * In lower case, as handlers compare them: "g l" is one after the other, "ctrl+k" is together.
   */
  keys: readonly string[]
  /** For the list of shortcuts. */
  effect: string
}

/**
 * Every shortcut. The handlers, the list of shortcuts, the palette, and `aria-keyshortcuts` derive
 * from it: a handler for another key, and a key without its handler, don't compile.
 */
export const SHORTCUTS = [
  {
    scope: 'card',
    keys: ['arrowup', 'arrowdown', 'home', 'end'],
    effect: SHORTCUT_ALONG_COLUMN,
  },
  {
    scope: 'card',
    keys: ['arrowleft', 'arrowright'],
    effect: SHORTCUT_BESIDE,
  },
  { scope: 'card', keys: ['enter'], effect: SHORTCUT_OPEN },
  { scope: 'card', keys: ['m'], effect: SHORTCUT_MOVE_MENU },
  { scope: 'card', keys: [']', '['], effect: SHORTCUT_MOVE },
  { scope: 'card', keys: ['l'], effect: SHORTCUT_LABELS },
  { scope: 'card', keys: ['c'], effect: SHORTCUT_COPY_LINK },
  { scope: 'card', keys: ['x'], effect: SHORTCUT_SELECT },
  {
    scope: 'card',
    keys: ['shift+arrowup', 'shift+arrowdown'],
    effect: SHORTCUT_EXTEND_SELECTION,
  },
  { scope: 'panel', keys: ['j', 'k'], effect: SHORTCUT_NEXT_CARD },
  { scope: 'page', keys: ['/'], effect: SHORTCUT_FILTER },
  { scope: 'page', keys: ['r'], effect: SHORTCUT_REFRESH },
  { scope: 'page', keys: ['w'], effect: SHORTCUT_WORKSPACES },
  { scope: 'page', keys: ['g l'], effect: SHORTCUT_LABEL_MANAGER },
  { scope: 'page', keys: ['g a'], effect: SHORTCUT_ACTIVITY },
  { scope: 'page', keys: ['ctrl+k'], effect: SHORTCUT_PALETTE },
  { scope: 'page', keys: ['ctrl+z'], effect: SHORTCUT_UNDO },
  { scope: 'page', keys: ['?'], effect: SHORTCUT_LIST },
] as const satisfies readonly Shortcut[]

type AnyShortcut = (typeof SHORTCUTS)[number]

/** The keys that act in one scope. */
export type ShortcutKeys<Scope extends ShortcutScope = ShortcutScope> = Extract<
  AnyShortcut,
  { scope: Scope }
>['keys'][number]
