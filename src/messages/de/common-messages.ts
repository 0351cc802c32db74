export const REFRESH = 'Aktualisieren'
export const KEYBOARD_SHORTCUTS = 'Tastenkürzel'
export const TRY_AGAIN = 'Erneut versuchen'
export const SHOW = 'Anzeigen'
export const RELOAD = 'Neu laden'
export const CANCEL = 'Abbrechen'
export const CLOSE = 'Schließen'
export const MOVE_TO = 'Verschieben nach…'
export const BLOCKED = 'Blockiert'
export const COLUMNS = 'Spalten'
export const SHOW_ALL_CARDS = 'Alle Karten anzeigen'
export const COPY_LINK = 'Link kopieren'
export const RETRYING = 'Neuer Versuch…'
export const RETRY = 'Erneut versuchen'
export const USE_ANOTHER_KEY = 'Anderen Schlüssel nutzen'
export const ENTER_THE_NEW_SECRET = 'Neues Geheimnis eingeben'
export const FOR_A_BUG_REPORT = 'Angaben für einen Fehlerbericht'
export const FIND_A_LABEL = 'Label suchen'
export const BOARD_LABELS = 'Labels dieses Boards'
export const REPOSITORY = 'Repository'
export const FILTER_CARDS = 'Karten filtern'
export const LABEL_VISIBLE_CARDS = 'Labels sichtbarer Karten ändern…'
export const EXPORT_VISIBLE_CARDS = 'Sichtbare Karten exportieren…'
export const RENAME_THIS_BOARD = 'Dieses Board umbenennen…'
export const ADD_KEY = 'Schlüssel hinzufügen'
export const LABEL = 'Label'
export const SCOPES = 'Scopes'
export const UNRECOGNIZED_DATA = 'Unbekannte Daten'
export const NAME = 'Name'
export const SORT_BY = 'Sortieren nach'
export const CARDS_DONE = 'Erledigte Karten'
export const RESUME = 'Fortsetzen'
export const PAUSE = 'Pausieren'

/** The key that begins most shortcuts, except on a Mac. */
export const CONTROL_KEY = 'Strg'

export const FILTER = 'Filter'
/** After the number of blocked cards. */
/** After a number of cards. */
export function areStopped(count: number): string {
  return count === 1 ? 'steckt fest' : 'stecken fest'
}

export const CANNOT_MOVE_GROUP = 'Steckt fest'
/** After the number of filters that are chosen. */
export const SELECTED_FILTERS = 'ausgewählt'
export const CLEAR_FILTERS = 'Filter löschen'

export const VIEW = 'Ansicht'

export const CHOOSE_A_BOARD = 'Board auswählen'
export const WORKSPACE = 'Workspace'

export const NOTIFICATIONS = 'Benachrichtigungen'
export const DISMISS = 'Schließen'
export const MORE = 'Mehr'
export const UNDO = 'Rückgängig'

/** In the header, while the board updates by itself. */
export const LIVE_NOW = 'live'
