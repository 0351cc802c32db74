import { groupedDigits } from '#model/grouped-digits.ts'
import { countedCards } from './filter-messages.ts'

/** `count`: the visible cards of a column. */
export function selectAll(count: number): string {
  return `${count === 1 ? 'Karte' : `Alle ${countedCards(count)}`} auswählen`
}

export function selectAllVisible(count: number): string {
  return count === 1
    ? 'Die sichtbare Karte auswählen'
    : `Alle ${groupedDigits(count)} sichtbaren Karten auswählen`
}

export function hideColumn(name: string): string {
  return `${name} ausblenden`
}

export function collapseLabel(name: string): string {
  return `${name} einklappen`
}

/** `count`: the cards of the column, which aren't visible. */
export function expandLabel(name: string, count: number): string {
  return `${name} ausklappen, ${countedCards(count)}`
}

export function columnActions(name: string): string {
  return `Spaltenaktionen für ${name}`
}

export const NO_CARD_TO_SELECT = 'Die Spalte zeigt keine Karte.'
export const HIDE_COLUMN = 'Spalte ausblenden'
export const COLLAPSE_COLUMN = 'Spalte einklappen'

export function moveAllReady(count: number, toName: string): string {
  return count === 1
    ? `Die bereite Karte nach ${toName} verschieben`
    : `Alle ${groupedDigits(count)} bereiten Karten nach ${toName} verschieben`
}

export const SELECTION = 'Auswahl'
export const SELECTION_CLEARED = 'Auswahl aufgehoben.'
export const CLEAR_SELECTION = 'Auswahl aufheben'

/** `hidden` of them are not visible, because of the filter or in a hidden column. */
export function selectedCards(count: number, hidden: number): string {
  const text = `${countedCards(count)} ausgewählt`
  return hidden > 0 ? `${text}, ${groupedDigits(hidden)} ausgeblendet` : text
}

export function selectCardLabel(name: string): string {
  return `${name} auswählen`
}

/** On the copy of carried cards: how many they are. */
export function carriedCount(count: number): string {
  return groupedDigits(count)
}
