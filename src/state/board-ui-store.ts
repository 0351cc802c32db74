import { create } from 'zustand'

/** The one menu of the board. It belongs to a card and stands at a point of the screen. */
export interface OpenMenu {
  kind: 'actions' | 'move'
  cardId: string
}

/** The part of a card's panel that is wanted. */
export type CardPart = 'labels'

/** Opens a card's panel; where a part of it is wanted, with the focus there. */
export type OpenCard = (cardId: string, part?: CardPart) => void

interface BoardUiState {
  /** The board on the screen. */
  shown: { keyId: string; workspaceId: string } | null
  /** The card in the hand, if any. */
  dragged: string | null
  /** The card that has, or last had, the focus: the board's one tab stop. */
  focusedCard: string | null
  /** True while the focus belongs on that card: when its element is replaced, the new one takes the focus. */
  holdsFocus: boolean
  menu: OpenMenu | null
}

/** What is going on at the board, beside its data. */
export const useBoardUiStore = create<BoardUiState>(() => ({
  shown: null,
  dragged: null,
  focusedCard: null,
  holdsFocus: false,
  menu: null,
}))

const change = useBoardUiStore.setState

/** A card was picked up. */
export function startDrag(cardId: string): void {
  change({ dragged: cardId, menu: null })
}

/** The card in the hand was let go. */
export function endDrag(): void {
  change({ dragged: null })
}

/** The focus goes to a card, now or as soon as it is mounted. */
export function focusCard(cardId: string): void {
  change({ focusedCard: cardId, holdsFocus: true })
}

/** The focus went somewhere else; the card stays the board's tab stop. */
export function releaseFocus(): void {
  change({ holdsFocus: false })
}

/** Opens a card's menu. */
export function openMenu(menu: OpenMenu): void {
  change({ menu, focusedCard: menu.cardId })
}

/** Closes the menu and gives the focus back to its card. */
export function closeMenu(): void {
  change({ menu: null, holdsFocus: true })
}

let carried: { workspaceId: string; cardId: string | null } | undefined

/** The board is about to be seen with another key: the card that has the focus keeps it. */
export function carryFocus(workspaceId: string): void {
  carried = { workspaceId, cardId: useBoardUiStore.getState().focusedCard }
}

/** A board comes on the screen; nothing of the one before it stays, but the focus where only the key has changed. */
export function showBoard(shown: BoardUiState['shown']): void {
  const focusedCard = (shown && shown.workspaceId === carried?.workspaceId && carried.cardId) || null
  if (shown) carried = undefined
  change({ shown, dragged: null, focusedCard, holdsFocus: focusedCard !== null, menu: null })
}
