import { type OpenMenu, useBoardUiStore } from './board-ui-store.ts'

const { setState } = useBoardUiStore

export function startDrag(cardId: string): void {
  setState({ draggedCard: cardId, menu: null })
}

export function endDrag(): void {
  setState({ draggedCard: null })
}

/** Makes a card the tab stop, wherever the focus is. */
export function selectCard(cardId: string): void {
  setState({ focusedCard: cardId })
}

export function markCard(markedCard: string | null): void {
  setState({ markedCard })
}

/** The focus left the cards; the card stays the tab stop. */
export function releaseFocus(): void {
  setState({ isCardFocused: false })
}

export function openMenu(menu: OpenMenu): void {
  setState({ menu, focusedCard: menu.cardId })
}

/** Closes the menu and returns the focus to its card, or to what opened the menu in the panel. */
export function closeMenu(): void {
  const isFromPanel = useBoardUiStore.getState().menu?.isFromPanel ?? false
  setState({ menu: null, isCardFocused: !isFromPanel })
}
