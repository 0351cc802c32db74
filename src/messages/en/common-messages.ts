export const REFRESH = 'Refresh'
export const KEYBOARD_SHORTCUTS = 'Keyboard shortcuts'
export const TRY_AGAIN = 'Try again'
export const SHOW = 'Show'
export const RELOAD = 'Reload'
export const CANCEL = 'Cancel'
export const CLOSE = 'Close'
export const MOVE_TO = 'Move to…'
export const BLOCKED = 'Blocked'
export const COLUMNS = 'Columns'
export const SHOW_ALL_CARDS = 'Show all cards'
export const COPY_LINK = 'Copy link'
export const RETRYING = 'Retrying…'
export const RETRY = 'Retry'
export const USE_ANOTHER_KEY = 'Use another key'
export const ENTER_THE_NEW_SECRET = 'Enter the new secret'
export const FOR_A_BUG_REPORT = 'Details for a bug report'
export const FIND_A_LABEL = 'Find a label'
export const BOARD_LABELS = 'Labels of this board'
export const REPOSITORY = 'Repository'
export const FILTER_CARDS = 'Filter cards'
export const LABEL_VISIBLE_CARDS = 'Label visible cards…'
export const EXPORT_VISIBLE_CARDS = 'Export visible cards…'
export const RENAME_THIS_BOARD = 'Rename this board…'
export const ADD_KEY = 'Add key'
export const LABEL = 'Label'
export const SCOPES = 'Scopes'
export const UNRECOGNIZED_DATA = 'Unrecognized data'
export const NAME = 'Name'
export const SORT_BY = 'Sort by'
export const CARDS_DONE = 'Cards done'
export const RESUME = 'Resume'
export const PAUSE = 'Pause'

/** The key that begins most shortcuts, except on a Mac. */
export const CONTROL_KEY = 'Ctrl'

export const FILTER = 'Filter'
/** After the number of blocked cards. */
/** After a number of cards. */
export function areStopped(_count: number): string {
  return 'can’t move'
}

export const CANNOT_MOVE_GROUP = 'Can’t move'
/** After the number of filters that are chosen. */
export const SELECTED_FILTERS = 'selected'
export const CLEAR_FILTERS = 'Clear filters'

export const VIEW = 'View'

export const CHOOSE_A_BOARD = 'Choose a board'
export const WORKSPACE = 'Workspace'

export const NOTIFICATIONS = 'Notifications'
export const DISMISS = 'Dismiss'
export const MORE = 'More'
export const UNDO = 'Undo'

/** In the header, while the board updates by itself. */
export const LIVE_NOW = 'live'
