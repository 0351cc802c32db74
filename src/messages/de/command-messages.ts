export const GO_TO = 'Gehe zu'
export const RECENT = 'Zuletzt'
export const COMMAND_PALETTE = 'Befehlspalette'
export const FIND_ANYTHING = 'Karte, Board oder Befehl suchen'
export const SHOW_STOPPED_CARDS_ONLY = 'Nur Karten anzeigen, die feststecken'
export const UNDO_LAST_CHANGE = 'Letzte Änderung rückgängig machen'
export const MOVE_SELECTED = 'Ausgewählte Karten verschieben nach…'
export const LABEL_SELECTED = 'Labels ausgewählter Karten ändern…'
export const DETAILS_OF_THIS_KEY = 'Details dieses Schlüssels'
export const SHOW_UNRECOGNIZED_DATA = 'Unbekannte Daten anzeigen'
export const REFRESH_KEY_PERMISSIONS = 'Schlüsselberechtigungen aktualisieren'
export const THEME_LIGHT = 'Design: hell'
export const THEME_DARK = 'Design: dunkel'
export const THEME_SYSTEM = 'Design: System'

export function noResultMatches(text: string): string {
  return `Keine Karte, kein Board und kein Befehl passt zu „${text}“.`
}

/** While the board isn't loaded. */
export function noCommandMatches(text: string): string {
  return `Kein Board und kein Befehl passt zu „${text}“. Die Karten sind noch nicht geladen.`
}

export function copyLinkOf(card: string): string {
  return `Link von ${card} kopieren`
}

export function moveCardTo(card: string): string {
  return `${card} verschieben nach…`
}

export function editLabelsOf(card: string): string {
  return `Labels von ${card} bearbeiten`
}

/** What else people may call a command. It isn't shown. */
export const KEYWORDS = {
  ready: 'befördern promote',
  blocked: 'blockiert Konflikte rote Checks nichts zu mergen',
  export: 'CSV herunterladen',
} as const
