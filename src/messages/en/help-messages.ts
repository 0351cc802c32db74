export const SHAPES = 'Shapes'
export const UNKNOWN_ROLES = 'Roles'
export const KINDS_OF_COLUMNS = 'Kinds of columns'
export const UNKNOWN_PRIORITIES = 'Priorities'
export const COLORS = 'Colors'
export const FIELDS = 'Fields'
export const AS_JSON = 'As JSON'
export const COPY_JSON = 'Copy JSON'
export const SHORTCUT_ALONG_COLUMN = 'move along the column, up to its actions'
export const SHORTCUT_BESIDE = 'nearest card of the neighboring column'
export const SHORTCUT_OPEN = 'open the card'
export const SHORTCUT_MOVE_MENU = 'move to… (type to find a column)'
export const SHORTCUT_MOVE = 'move to the next or previous column'
export const SHORTCUT_LABELS = 'edit labels'
export const SHORTCUT_COPY_LINK = 'copy the link of the card'
export const SHORTCUT_SELECT = 'select the card (Escape: clear the selection)'
export const SHORTCUT_EXTEND_SELECTION = 'select the cards above or below'
export const SHORTCUT_NEXT_CARD = 'next or previous card, with an open card'
export const SHORTCUT_FILTER = 'filter cards'
export const SHORTCUT_REFRESH = 'refresh'
export const SHORTCUT_WORKSPACES = 'switch workspace (Enter: previous one)'
export const SHORTCUT_LABEL_MANAGER = 'labels of the board'
export const SHORTCUT_ACTIVITY = 'what has changed, and what you follow'
export const SHORTCUT_PALETTE = 'find a card, a board, or a command'
export const SHORTCUT_UNDO = 'undo the last change'
export const SHORTCUT_LIST = 'this list'

// Names of keys, as keyboards have them.
export const HOME_KEY = 'Home'
export const END_KEY = 'End'
export const ENTER_KEY = 'Enter'
export const SHIFT_KEY = 'Shift'

/** Two keys, one after the other. */
export function keyThenKey(first: string, second: string): string {
  return `${first} then ${second}`
}
