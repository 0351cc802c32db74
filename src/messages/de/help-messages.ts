export const SHAPES = 'Strukturen'
export const UNKNOWN_ROLES = 'Rollen'
export const KINDS_OF_COLUMNS = 'Arten von Spalten'
export const UNKNOWN_PRIORITIES = 'Prioritäten'
export const COLORS = 'Farben'
export const FIELDS = 'Felder'
export const AS_JSON = 'Als JSON'
export const COPY_JSON = 'JSON kopieren'
export const SHORTCUT_ALONG_COLUMN = 'in der Spalte bewegen, bis zu ihren Aktionen'
export const SHORTCUT_BESIDE = 'nächstgelegene Karte der Nachbarspalte'
export const SHORTCUT_OPEN = 'Karte öffnen'
export const SHORTCUT_MOVE_MENU = 'verschieben nach… (tippen, um eine Spalte zu finden)'
export const SHORTCUT_MOVE = 'in die nächste oder vorige Spalte verschieben'
export const SHORTCUT_LABELS = 'Labels bearbeiten'
export const SHORTCUT_COPY_LINK = 'Link der Karte kopieren'
export const SHORTCUT_SELECT = 'Karte auswählen (Esc: Auswahl aufheben)'
export const SHORTCUT_EXTEND_SELECTION = 'Karten darüber oder darunter auswählen'
export const SHORTCUT_NEXT_CARD = 'nächste oder vorige Karte, bei geöffneter Karte'
export const SHORTCUT_FILTER = 'Karten filtern'
export const SHORTCUT_REFRESH = 'aktualisieren'
export const SHORTCUT_WORKSPACES = 'Workspace wechseln (Enter: voriger)'
export const SHORTCUT_LABEL_MANAGER = 'Labels des Boards'
export const SHORTCUT_ACTIVITY = 'Änderungen, und wem oder was du folgst'
export const SHORTCUT_PALETTE = 'Karte, Board oder Befehl suchen'
export const SHORTCUT_UNDO = 'letzte Änderung rückgängig machen'
export const SHORTCUT_LIST = 'diese Liste'

// Names of keys, as keyboards have them.
export const HOME_KEY = 'Pos1'
export const END_KEY = 'Ende'
export const ENTER_KEY = 'Enter'
export const SHIFT_KEY = 'Umschalt'

/** Two keys, one after the other. */
export function keyThenKey(first: string, second: string): string {
  return `${first} dann ${second}`
}
