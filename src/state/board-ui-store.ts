import { create } from 'zustand'
import type { BoardRef } from '#model/board-ref.ts'

/** The board's only menu. It belongs to a card. */
export interface OpenMenu {
  type: 'actions' | 'move'
  cardId: string
  /** Where the mouse is. Without it, the menu opens beside the card's button. */
  point?: { x: number; y: number } | undefined
  /** The focus goes back to the panel of the card, and not to the card. */
  isFromPanel?: boolean
}

/** The open card panel. `section` gets the focus when the panel opens. */
export interface OpenedCard {
  cardId: string
  section: 'labels' | undefined
}

interface BoardUiState {
  /** The board on the screen. */
  board: BoardRef | null
  draggedCard: string | null
  /** The card that has, or last had, the focus. */
  focusedCard: string | null
  /** The only card in the tab order: the focused one, or the first one if the filter hides it. */
  tabStop: string | null
  /** Older cards that a person has asked for: they are there while the others are folded. */
  unfoldedCards: readonly string[]
  /**
   * Whether the focus belongs on that card: when its element is replaced, the new one takes the
   * focus.
   */
  isCardFocused: boolean
  /** Whether the card gets the focus without being scrolled to. */
  keepsScroll: boolean
  menu: OpenMenu | null
  openedCard: OpenedCard | null
  /** The card on the screen whose panel is open. */
  markedCard: string | null
  /** The focus to keep when the same board opens with another key. */
  preservedFocus: { workspaceId: string; cardId: string | null } | null
  /** Whether the service reports changes itself. [gap G27] */
  isLive: boolean
  /** Counts requests to focus the filter field. */
  filterFocusRequests: number
  /** Whether the focus goes from the filter field to the cards once the filter is applied. */
  leavesFilter: boolean
}

/** Interaction state of the board, besides its data. */
export const useBoardUiStore = create<BoardUiState>(() => ({
  board: null,
  draggedCard: null,
  focusedCard: null,
  tabStop: null,
  unfoldedCards: [],
  isCardFocused: false,
  keepsScroll: false,
  menu: null,
  openedCard: null,
  markedCard: null,
  preservedFocus: null,
  isLive: false,
  filterFocusRequests: 0,
  leavesFilter: false,
}))

const setState = useBoardUiStore.setState

/**
 * Focuses a card now, or as soon as it is mounted. `keepsScroll`: a person who has dropped the card
 * looks at where the pointer is, and not at the end of a long column.
 */
export function focusCard(cardId: string, { keepsScroll } = { keepsScroll: false }): void {
  setState({ focusedCard: cardId, isCardFocused: true, keepsScroll })
}

export function setTabStop(tabStop: string | null): void {
  setState({ tabStop })
}

export function setOpenedCard(openedCard: OpenedCard | null): void {
  setState({ openedCard })
}

/** Keeps the focus on its card while the board opens with another key. */
export function preserveFocus(workspaceId: string): void {
  setState({ preservedFocus: { workspaceId, cardId: useBoardUiStore.getState().focusedCard } })
}

/** A board opens; only the preserved focus of the previous one stays. */
export function showBoard(board: BoardRef | null): void {
  const { preservedFocus } = useBoardUiStore.getState()
  const isPreserved = board !== null && board.workspaceId === preservedFocus?.workspaceId
  const focusedCard = isPreserved ? preservedFocus.cardId : null
  setState({
    board,
    draggedCard: null,
    focusedCard,
    unfoldedCards: [],
    isCardFocused: focusedCard !== null,
    menu: null,
    openedCard: null,
    leavesFilter: false,
    ...(board ? { preservedFocus: null } : {}),
  })
}

/** Focuses the filter field and selects its text. */
export function requestFilterFocus(): void {
  setState({ filterFocusRequests: useBoardUiStore.getState().filterFocusRequests + 1 })
}

export function setLeavesFilter(leavesFilter: boolean): void {
  setState({ leavesFilter })
}

export function setBoardLive(isLive: boolean): void {
  setState({ isLive })
}

export function startDrag(cardId: string): void {
  setState({ draggedCard: cardId, menu: null })
}

export function endDrag(): void {
  setState({ draggedCard: null })
}

export function unfoldCard(cardId: string): void {
  const { unfoldedCards } = useBoardUiStore.getState()
  if (!unfoldedCards.includes(cardId)) setState({ unfoldedCards: [...unfoldedCards, cardId] })
}

/** No older card is there because it had the focus. */
export function foldAllCards(): void {
  setState({ unfoldedCards: [], focusedCard: null })
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
