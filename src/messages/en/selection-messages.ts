import { groupedDigits } from '#model/grouped-digits.ts'
import { countedCards } from './filter-messages.ts'

/** `count`: the visible cards of a column. */
export function selectAll(count: number): string {
  return `Select ${count === 1 ? 'the card' : `all ${countedCards(count)}`}`
}

export function selectAllVisible(count: number): string {
  return `Select all ${countedCards(count)} that are visible`
}

export function hideColumn(name: string): string {
  return `Hide ${name}`
}

export function collapseLabel(name: string): string {
  return `Collapse ${name}`
}

/** `count`: the cards of the column, which aren't visible. */
export function expandLabel(name: string, count: number): string {
  return `Expand ${name}, ${countedCards(count)}`
}

export function columnActions(name: string): string {
  return `Column actions for ${name}`
}

export const NO_CARD_TO_SELECT = 'The column shows no card.'
export const HIDE_COLUMN = 'Hide column'
export const COLLAPSE_COLUMN = 'Collapse column'

export function moveAllReady(count: number, toName: string): string {
  return count === 1
    ? `Move the ready card to ${toName}`
    : `Move all ${groupedDigits(count)} ready cards to ${toName}`
}

export const SELECTION = 'Selection'
export const SELECTION_CLEARED = 'Selection cleared.'
export const CLEAR_SELECTION = 'Clear selection'

/** `hidden` of them are not visible, because of the filter or in a hidden column. */
export function selectedCards(count: number, hidden: number): string {
  const text = `${countedCards(count)} selected`
  return hidden > 0 ? `${text}, ${groupedDigits(hidden)} hidden` : text
}

export function selectCardLabel(name: string): string {
  return `Select ${name}`
}

/** On the copy of carried cards: how many they are. */
export function carriedCount(count: number): string {
  return groupedDigits(count)
}
