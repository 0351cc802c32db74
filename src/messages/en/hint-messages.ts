/** What a person should know about any board, one after the other. */
export const HINTS = {
  move: 'Drag a card to another column, or press ] and [ while it has the focus. If the service refuses the move, the card goes back and shows the reason.',
  columns:
    'The line above the cards is the way to a release. A lock on it marks a column that your role can’t move cards to.',
  find: 'Press Ctrl K or ⌘ K to find a card, a column, or a command, and ? to see all shortcuts.',
} as const

/** The same on a touch screen. */
export const TOUCH_HINTS = {
  move: 'Hold a card to drag it, or open its menu ⋯ to move it. If the service refuses the move, the card goes back and shows the reason.',
  columns: HINTS.columns,
  find: 'Swipe to see the other columns. Open the menu ⋯ at the top to find a card, a column, or a command.',
} as const

export function nameHint(workspaceId: string): string {
  return `The service identifies this board only by its id, ${workspaceId}. Give it a name that you’ll recognize.`
}
