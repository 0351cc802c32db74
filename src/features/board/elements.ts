import type { RefObject } from 'react'

type BoardRef = RefObject<HTMLElement | null>

export function columnElement(boardRef: BoardRef, columnKey: string): HTMLElement | null {
  return find(boardRef, `[data-column-key="${CSS.escape(columnKey)}"]`)
}

export function cardElement(boardRef: BoardRef, cardId: string): HTMLElement | null {
  return find(boardRef, cardSelector(cardId))
}

/** The same without the board's element, for code outside of its components. */
export function cardOnPage(cardId: string): HTMLElement | null {
  return document.querySelector(cardSelector(cardId))
}

/** The element that scrolls the cards of a column. */
export function listOnPage(statusId: string): Element | null {
  return document.querySelector(`[data-status-id="${CSS.escape(statusId)}"] [data-scroller]`)
}

function cardSelector(cardId: string): string {
  return `[data-card-id="${CSS.escape(cardId)}"]`
}

function find(boardRef: BoardRef, selector: string): HTMLElement | null {
  return boardRef.current?.querySelector<HTMLElement>(selector) ?? null
}
