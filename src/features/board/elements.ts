import type { RefObject } from 'react'

type BoardRef = RefObject<HTMLElement | null>

export function columnElement(boardRef: BoardRef, columnKey: string): HTMLElement | null {
  return find(boardRef, `[data-column-key="${CSS.escape(columnKey)}"]`)
}

export function cardElement(boardRef: BoardRef, cardId: string): HTMLElement | null {
  return find(boardRef, `[data-card-id="${CSS.escape(cardId)}"]`)
}

function find(boardRef: BoardRef, selector: string): HTMLElement | null {
  return boardRef.current?.querySelector<HTMLElement>(selector) ?? null
}
