export const GO_TO = 'Go to'
export const RECENT = 'Recent'
export const COMMAND_PALETTE = 'Command palette'
export const FIND_ANYTHING = 'Find a card, a board, or a command'
export const SHOW_STOPPED_CARDS_ONLY = 'Show only cards that can’t move'
export const UNDO_LAST_CHANGE = 'Undo the last change'
export const MOVE_SELECTED = 'Move the selected cards to…'
export const LABEL_SELECTED = 'Label the selected cards…'
export const DETAILS_OF_THIS_KEY = 'Details of this key'
export const SHOW_UNRECOGNIZED_DATA = 'Show unrecognized data'
export const REFRESH_KEY_PERMISSIONS = 'Refresh key permissions'
export const THEME_LIGHT = 'Theme: light'
export const THEME_DARK = 'Theme: dark'
export const THEME_SYSTEM = 'Theme: system'

export function noResultMatches(text: string): string {
  return `No card, board, or command matches “${text}”.`
}

/** While the board isn't loaded. */
export function noCommandMatches(text: string): string {
  return `No board or command matches “${text}”. The cards aren’t loaded yet.`
}

export function copyLinkOf(card: string): string {
  return `Copy link of ${card}`
}

export function moveCardTo(card: string): string {
  return `Move ${card} to…`
}

export function editLabelsOf(card: string): string {
  return `Edit labels of ${card}`
}

/** What else people may call a command. It isn't shown. */
export const KEYWORDS = {
  ready: 'promote',
  blocked: 'blocked conflicts red checks nothing to merge',
  export: 'csv download',
} as const
