import { afterPaint } from '#hooks/schedule.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { boardAround, isPage, ownCardId } from '../board-dom.ts'

/** Ref of a card's element, which can be mounted after the board's effects. */
export function restoreFocus(element: HTMLElement | null): void {
  if (!element) return
  const { focusedCard, isCardFocused, menu } = useBoardUiStore.getState()
  const cardId = ownCardId(element)
  if (cardId === focusedCard && isCardFocused && !menu) focusIfFree(element)
}

/**
 * Takes the focus from the page or from another card, but from no other control. After a drop, it
 * waits for the next frame: a focus needs the layout of the board, which that frame computes
 * anyway.
 */
export function focusIfFree(card: HTMLElement): void {
  if (!canTakeFocus(card)) return
  if (!useBoardUiStore.getState().keepsScroll) return card.focus()
  afterPaint(() => {
    const { focusedCard, isCardFocused, menu } = useBoardUiStore.getState()
    const isWanted = ownCardId(card) === focusedCard && isCardFocused && !menu
    if (isWanted && card.isConnected && canTakeFocus(card)) card.focus({ preventScroll: true })
  })
}

function canTakeFocus(card: HTMLElement): boolean {
  const active = document.activeElement
  const isFree = !active || isPage(active) || boardAround(card)?.contains(active)
  return Boolean(isFree) && !card.contains(active)
}
