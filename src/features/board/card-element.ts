import type { RefObject } from 'react'

export type BoardRef = RefObject<HTMLElement | null>

export function cardElement(boardRef: BoardRef, cardId: string): HTMLElement | null {
  return findOnBoard(boardRef, cardSelector(cardId))
}

export function cardSelector(cardId: string): string {
  return `[data-card-id="${CSS.escape(cardId)}"]`
}

export function findOnBoard(boardRef: BoardRef, selector: string): HTMLElement | null {
  return boardRef.current?.querySelector<HTMLElement>(selector) ?? null
}
