import { type RefObject, useEffect, useRef } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import {
  hiddenByFilter,
  inCollapsedColumn,
  inCollapsedGroup,
  inHiddenColumn,
} from '#messages/interaction-messages.ts'
import { hasColumns } from '#model/arrangement.ts'
import { type CardPlace, cardName, findCard } from '#model/board-lookup.ts'
import type { ArrangedBoard } from '#model/board-pipeline.ts'
import { announce } from '#state/announcer.ts'
import { focusCard, releaseFocus, useBoardUiStore } from '#state/board-ui-store.ts'
import { useUrlArrangement } from '#state/url.ts'
import { type BoardElementRef, cardElement, cardIdAt } from '../board-dom.ts'
import { focusIfFree } from './restore-focus.ts'
import { firstCard } from './TabStop.tsx'
import { isFolded, useUnfoldedCards } from './use-unfolded-cards.ts'

interface RovingFocusProps {
  boardRef: BoardElementRef
  board: Board
  arranged: ArrangedBoard
}

/** Where the focused card was last. */
interface FocusPlace {
  columnKey: string
  index: number
}

/**
 * A focus that follows its card: when the element of the focused card is replaced, the new element
 * gets the focus. A component, so that nothing else renders when the focus moves.
 */
export function RovingFocus({ boardRef, board, arranged }: RovingFocusProps) {
  const { inOrder } = arranged
  useUnfoldedCards(board, arranged)
  useFocusedElement(boardRef, inOrder)
  const lastPlace = useRef<FocusPlace>(undefined)
  useHiddenFocus({ boardRef, board, arranged }, lastPlace)
  useGoneFocus(board, inOrder, lastPlace)
  useFocusEvents(boardRef)
  return null
}

function useFocusEvents(boardRef: BoardElementRef): void {
  useEffect(() => {
    const board = boardRef.current
    const follow = (target: EventTarget | null) => {
      if (!(target instanceof Element)) return
      const cardId = cardIdAt(target)
      const { focusedCard, isCardFocused } = useBoardUiStore.getState()
      const isKnown = isCardFocused && cardId === focusedCard
      if (cardId && !isKnown) focusCard(cardId)
      if (!cardId) releaseFocus()
    }
    const handleFocus = ({ target }: Event) => follow(target)
    const isInBoard = (element: unknown) => element instanceof Node && board?.contains(element)
    const handleBlur = ({ target, relatedTarget }: FocusEvent) => {
      if (useBoardUiStore.getState().menu) return
      if (relatedTarget) return isInBoard(relatedTarget) ? undefined : releaseFocus()
      // A removed element loses the focus too. Only after the update can the two be told apart.
      setTimeout(() => {
        const isConnected = target instanceof Node && target.isConnected
        const isMoved = isConnected && document.activeElement !== target
        const isMenuOpen = useBoardUiStore.getState().menu !== null
        if (isMoved && !isInBoard(document.activeElement) && !isMenuOpen) releaseFocus()
      })
    }
    // What got the focus before this code was there.
    const focused = document.activeElement
    if (focused !== board && board?.contains(focused)) follow(focused)
    board?.addEventListener('focusin', handleFocus)
    board?.addEventListener('focusout', handleBlur)
    return () => {
      board?.removeEventListener('focusin', handleFocus)
      board?.removeEventListener('focusout', handleBlur)
    }
  }, [boardRef])
}

function useFocusedElement(boardRef: BoardElementRef, visibleBoard: Board): void {
  const { focusedCard, isCardFocused, menu } = useFocusState()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another board has other elements
  useEffect(() => {
    const element = focusedCard === null ? null : cardElement(boardRef, focusedCard)
    if (isCardFocused && !menu && element) focusIfFree(element)
  }, [boardRef, focusedCard, isCardFocused, menu, visibleBoard])
}

function useFocusState() {
  const focusedCard = useBoardUiStore((state) => state.focusedCard)
  const isCardFocused = useBoardUiStore((state) => state.isCardFocused)
  const menu = useBoardUiStore((state) => state.menu)
  return { focusedCard, isCardFocused, menu }
}

/**
 * When the filter, a hidden column, or a collapsed lane hides the focused card, the app says so, and
 * the first card gets the focus, or the board without any card.
 */
function useHiddenFocus(
  { boardRef, board, arranged }: RovingFocusProps,
  lastPlace: RefObject<FocusPlace | undefined>,
): void {
  const { layout, board: visibleBoard, inOrder } = arranged
  // A dialog can give the focus back to a card that is about to go.
  const { focusedCard, isCardFocused } = useFocusState()
  const isVisible = focusedCard !== null && findCard(visibleBoard, focusedCard) !== undefined
  const isHidden = focusedCard !== null && !isVisible && !isFolded(arranged, focusedCard)
  const place = isHidden ? findCard(board, focusedCard) : undefined
  const { collapsedColumns } = useUrlArrangement()
  const isCollapsed =
    hasColumns(layout) && place !== undefined && collapsedColumns.includes(place.column.key)
  const hidden = place && hiddenMessage(place, arranged, isCollapsed)
  const first = firstCard(inOrder)
  useEffect(() => {
    if (!hidden || !isCardFocused) return
    announce(hidden)
    // A person who moves one card after the other into a collapsed column stays where they are.
    const next = (isCollapsed && cardNear(inOrder, lastPlace.current)) || first
    const { keepsScroll } = useBoardUiStore.getState()
    if (next) focusCard(next, { keepsScroll })
    else boardRef.current?.focus()
  }, [hidden, first, isCollapsed, isCardFocused, inOrder, lastPlace, boardRef])
}

function hiddenMessage(
  { card, column }: CardPlace,
  { board: { columns }, collapsedLaneOf }: ArrangedBoard,
  isCollapsed = false,
): string {
  const name = cardName(card)
  if (!columns.some(({ key }) => key === column.key)) return inHiddenColumn(name, column.name)
  if (isCollapsed) return inCollapsedColumn(name, column.name)
  return collapsedLaneOf(card) === undefined ? hiddenByFilter(name) : inCollapsedGroup(name)
}

/** When the focused card leaves the board, the card that takes its place gets the focus. */
function useGoneFocus(
  board: Board,
  visibleBoard: Board,
  place: RefObject<FocusPlace | undefined>,
): void {
  const focusedCard = useBoardUiStore((state) => state.focusedCard)
  useEffect(() => {
    if (focusedCard === null) return
    const found = findCard(visibleBoard, focusedCard)
    if (found) {
      place.current = { columnKey: found.column.key, index: found.index }
      return
    }
    const isGone = findCard(board, focusedCard) === undefined
    if (!isGone || !useBoardUiStore.getState().isCardFocused) return
    const next = cardNear(visibleBoard, place.current) ?? firstCard(visibleBoard)
    if (next) focusCard(next)
  }, [board, visibleBoard, focusedCard, place])
}

function cardNear({ columns }: Board, place: FocusPlace | undefined): string | undefined {
  const cards = columns.find((column) => column.key === place?.columnKey)?.cards
  return cards?.[Math.min(place?.index ?? 0, cards.length - 1)]?.id
}
