import { type BoardRef, cardSelector, findOnBoard } from './card-element.ts'

export function columnElement(boardRef: BoardRef, columnKey: string): HTMLElement | null {
  return findOnBoard(boardRef, `[data-column-key="${CSS.escape(columnKey)}"]`)
}

/** A card's element, without the board's, for code outside of its components. */
export function cardOnPage(cardId: string): HTMLElement | null {
  return document.querySelector(cardSelector(cardId))
}

/** The copy of a dropped card in its new column, until the board has rendered. */
export function landedCard(): HTMLElement | null {
  return document.querySelector('[data-landed]')
}

/** The element that scrolls the cards of a column. */
export function listOnPage(statusId: string): Element | null {
  return document.querySelector(`[data-status-id="${CSS.escape(statusId)}"] [data-scroller]`)
}
