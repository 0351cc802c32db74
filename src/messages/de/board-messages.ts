export const LOADING_BOARD = 'Board wird geladen'
export const LOADING_BOARDS = 'Deine Boards werden geladen…'
export const NO_MATCHING_CARDS = 'Keine passenden Karten'
export const NO_CARDS_IN_COLUMN = 'Keine Karten'

export function moreCards(count: number, isPrinted: boolean): string {
  return isPrinted
    ? `${count} weitere nicht gedruckt`
    : 'Weitere Karten folgen. Die Pfeiltasten führen dorthin.'
}

/** The same for rows with several cards each. */
export function moreRows(count: number, isPrinted: boolean): string {
  return isPrinted
    ? `${count} weitere ${count === 1 ? 'Zeile' : 'Zeilen'} nicht gedruckt`
    : 'Weitere Karten folgen. Die Pfeiltasten führen dorthin.'
}

const CANNOT_DROP_HERE = 'Hier nicht ablegbar'
const NO_REQUIRED_ROLE = 'Rolle nicht angegeben'

export function requiredRole(role: string): string {
  return role ? `Rolle: ${role}` : NO_REQUIRED_ROLE
}

export function needsRoleBadge(role: string): string {
  return role ? `Benötigt ${role}` : CANNOT_DROP_HERE
}

export function cardsShown(visible: number, total: number): string {
  return visible === total ? String(total) : `${visible} von ${total}`
}

export function stoppedCards(count: number): string {
  return count === 1 ? '1 Karte steckt fest' : `${count} Karten stecken fest`
}

export const HINT = 'Hinweis'
export const NAME_THIS_BOARD = 'Board benennen…'
export const NOT_NOW = 'Nicht jetzt'
export const GOT_IT = 'Verstanden'
export const DISMISS_ALL_HINTS = 'Alle Hinweise schließen'
export const SWITCH_BOARD = 'Board wechseln'
export const CHOOSE_A_PROJECT = 'Projekt auswählen'
export const OPEN_THE_BOARD = 'Board öffnen'
export const ANOTHER_PROJECT = 'Anderes Projekt…'
export const PROJECT_ID = 'Projekt-ID'
export const OPEN_PROJECT = 'Projekt öffnen'

export function actionsFor(card: string): string {
  return `Aktionen für ${card}`
}

export function cardsIn(column: string): string {
  return `Karten in ${column}`
}

/** In the header, when the board was last loaded. */
export function loadedAtTime(time: string): string {
  return `Stand ${time}`
}
