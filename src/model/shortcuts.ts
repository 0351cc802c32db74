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
    effect: 'move along the column, up to its actions',
  },
  {
    scope: 'card',
    keys: ['arrowleft', 'arrowright'],
    effect: 'nearest card of the neighboring column',
  },
  { scope: 'card', keys: ['enter'], effect: 'open the card' },
  { scope: 'card', keys: ['m'], effect: 'move to… (type to find a column)' },
  { scope: 'card', keys: [']', '['], effect: 'move to the next or previous column' },
  { scope: 'card', keys: ['l'], effect: 'edit labels' },
  { scope: 'card', keys: ['c'], effect: 'copy the link of the card' },
  { scope: 'card', keys: ['x'], effect: 'select the card (Escape: clear the selection)' },
  {
    scope: 'card',
    keys: ['shift+arrowup', 'shift+arrowdown'],
    effect: 'select the cards above or below',
  },
  { scope: 'panel', keys: ['j', 'k'], effect: 'next or previous card, with an open card' },
  { scope: 'page', keys: ['/'], effect: 'filter cards' },
  { scope: 'page', keys: ['r'], effect: 'refresh' },
  { scope: 'page', keys: ['w'], effect: 'switch workspace (Enter: previous one)' },
  { scope: 'page', keys: ['g l'], effect: 'labels of the board' },
  { scope: 'page', keys: ['g a'], effect: 'what has changed, and what you follow' },
  { scope: 'page', keys: ['ctrl+k'], effect: 'find a card, a board, or a command' },
  { scope: 'page', keys: ['ctrl+z'], effect: 'undo the last change' },
  { scope: 'page', keys: ['?'], effect: 'this list' },
] as const satisfies readonly Shortcut[]

type AnyShortcut = (typeof SHORTCUTS)[number]

/** The keys that act in one scope. */
export type ShortcutKeys<Scope extends ShortcutScope = ShortcutScope> = Extract<
  AnyShortcut,
  { scope: Scope }
>['keys'][number]
