import { groupedDigits } from '#model/grouped-digits.ts'
export const NO_COLUMNS = 'Dieses Board hat noch keine Spalten.'
export const NO_CARDS = 'Noch keine Karten auf diesem Board.'
export const HOW_CARDS_ARRIVE =
  'Karten kommen vom Dienst, zum Beispiel eine für jeden Branch eines Repositorys. Neue erscheinen hier von selbst.'
export const NO_CARDS_MATCH = 'Keine Karte passt zu deinen Filtern.'
export const ALL_CARDS_HIDDEN = 'Alle Karten sind in ausgeblendeten oder eingeklappten Spalten.'
export const REFRESHED = 'Das Board ist aktuell.'
export const CONNECTED_AGAIN = 'Wieder verbunden. Das Board ist aktuell.'

/** For the head of a column, while the service hasn't confirmed the moves. */
export function movingInto(numbers: readonly number[]): string {
  return numbers.length === 1
    ? `#${numbers[0]} wird verschoben…`
    : `${numbers.length} werden verschoben…`
}

export function changedInColumn(count: number): string {
  return `${count} geändert`
}

/** Cards that nothing keeps from the next column. */
export function readyCards(count: number): string {
  return `${groupedDigits(count)} bereit`
}
