import { useBoardUiStore } from '#state/board-ui-store.ts'

/** Ref of a card's element, which can be mounted after the board's effects. */
export function restoreFocus(element: HTMLElement | null): void {
  if (!element) return
  const { focusedCard, isCardFocused, menu, tabStop, markedCard } = useBoardUiStore.getState()
  const { cardId } = element.dataset
  if (cardId === tabStop) element.tabIndex = 0
  if (cardId === markedCard) element.setAttribute('aria-current', 'true')
  if (cardId === focusedCard && isCardFocused && !menu) focusIfFree(element)
}

/** Takes the focus from the page or from another card, but from no other control. */
export function focusIfFree(card: HTMLElement): void {
  const active = document.activeElement
  const isFree = !active || isPage(active) || card.closest('[data-board]')?.contains(active)
  const { keepsScroll } = useBoardUiStore.getState()
  if (isFree && !card.contains(active)) card.focus({ preventScroll: keepsScroll })
}

/** Whether the focus is on the page as a whole and not on a control. */
export function isPage(target: EventTarget | null): boolean {
  const isHome = target instanceof Element && target.matches('[data-focus-home]')
  return target === document.body || isHome
}
