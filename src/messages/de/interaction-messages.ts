import { countedCards } from './filter-messages.ts'

export const OFFLINE_REASON = 'Offline lässt sich das Board nur ansehen, nicht ändern.'
export const MOVE_CANCELED_OUTSIDE = 'Verschieben abgebrochen: nicht auf einer Spalte abgelegt.'
export const MOVE_CANCELED = 'Verschieben abgebrochen.'
export const CARD_NOT_FOUND = 'Diese Karte ist nicht mehr auf dem Board.'
export const LAST_COLUMN = 'Das ist die letzte Spalte.'
export const FIRST_COLUMN = 'Das ist die erste Spalte.'
export const NOTHING_TO_UNDO = 'Es gibt nichts rückgängig zu machen.'
export const UNDO_FOLLOWS =
  'Die letzte Änderung ist noch nicht bestätigt. Sie wird danach rückgängig gemacht.'
export const UNDO_DROPPED = 'Die letzte Änderung wurde nicht rückgängig gemacht.'

export function pickedUp(card: string, column: string, disabledColumns: readonly string[]): string {
  const start = `${card} aus ${column} aufgenommen.`
  if (disabledColumns.length === 0) return start
  return `${start} Verschieben nicht möglich nach: ${disabledColumns.join(', ')}.`
}

export function pickedUpCards(count: number, disabledColumns: readonly string[]): string {
  const start = `${countedCards(count)} aufgenommen.`
  if (disabledColumns.length === 0) return start
  return `${start} Verschieben nicht möglich nach: ${disabledColumns.join(', ')}.`
}

export function cannotMove(card: string, reason: string): string {
  return `${card}: Verschieben nicht möglich. ${reason}`
}

export const LANDS_AT_END = 'Landet hier, am Ende'
export const LANDS_BY_SORTING = 'Landet gemäß deiner Sortierung'
/** Of a board whose service orders the cards itself. */
export const LANDS_IN_ORDER = 'Landet nach der Reihenfolge des Boards'
export const LANDS_NOWHERE = 'Würde abgelehnt'

export function moveTo(column: string): string {
  return `Nach ${column} verschieben`
}

export function hiddenByFilter(card: string): string {
  return `${card} ist jetzt durch den Filter ausgeblendet.`
}

export function inHiddenColumn(card: string, column: string): string {
  return `${card} ist jetzt in der ausgeblendeten Spalte ${column}.`
}

export function inCollapsedColumn(card: string, column: string): string {
  return `${card} ist jetzt in der eingeklappten Spalte ${column}.`
}

export function inCollapsedGroup(card: string): string {
  return `${card} ist in einer eingeklappten Gruppe.`
}

export function confirmIrreversibleMove(warning: string, card: string): string {
  return `${warning} Um ${card} zu verschieben, drücke dieselbe Taste noch einmal.`
}

export const COPIED_COMMANDS = 'Befehle kopiert.'
export const COPIED_LINK = 'Link kopiert.'
export const COPIED_BRANCH = 'Branch kopiert.'
export const COPIED_NUMBER = 'Nummer kopiert.'

export function couldNotCopy(text: string): string {
  return `Der Browser hat das Kopieren nicht erlaubt. Kopiere dies: ${text}`
}

export function withOtherKey(reason: string, keyName: string | undefined): string {
  return keyName === undefined ? reason : `${reason} Mit deinem Schlüssel ${keyName} geht es.`
}

/** Of a column that a card passes or leaves. */
export function changesToo(column: string, reason: string): string {
  return `Das Verschieben ändert auch die Spalte ${column}. ${reason}`
}

export function irreversibleMove(from: string, to: string): string {
  return `Verschieben nach ${to} ist möglich, zurück nach ${from} aber nicht.`
}

export const MOVE_WITHOUT_COLUMN_ID =
  'Der Dienst hat einer dieser Spalten keine ID gegeben, deshalb lässt sich die Karte nicht verschieben.'
