import { useEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Board } from '#contract/readers/read-board.ts'
import { selectCardLabel } from '#messages/selection-messages.ts'
import { cardName, findCard } from '#model/board-lookup.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { toggleSelected, useSelectionStore } from '#state/selection-store.ts'
import { type BoardElementRef, cardElement, cardIdAt, cardOnPage } from '../board-dom.ts'
import { useMarkedCards } from '../card/card-marks.ts'
import { extendSelection } from './select-cards.ts'

interface SelectionMarksProps {
  boardRef: BoardElementRef
  /** The board with only the cards that match the filter. */
  visibleBoard: Board
}

/** Marks the selected cards, and gives the card under the mouse or with the focus a checkbox. */
export function SelectionMarks(props: SelectionMarksProps) {
  useMarkedCards(
    'selected',
    useSelectionStore((state) => state.cardIds),
  )
  return <SelectionBox {...props} />
}

/** At the upper edge of the card, before its button. A touch screen has the menu of the card. */
const BOX = 'absolute top-2 end-9 size-4.5 cursor-pointer accent-accent pointer-coarse:hidden'

/** One for the whole board: a checkbox per card would be too many elements. */
function SelectionBox({ boardRef, visibleBoard }: SelectionMarksProps) {
  const hovered = useHoveredCard(boardRef)
  const focused = useBoardUiStore((state) => (state.isCardFocused ? state.focusedCard : null))
  const isDragging = useBoardUiStore((state) => state.draggedCard !== null)
  const cardId = hovered ?? focused
  const isSelected = useSelectionStore(({ cardIds }) => cardId !== null && cardIds.has(cardId))
  const [element, setElement] = useState<HTMLElement | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another board has other elements
  useLayoutEffect(() => {
    setElement(cardId === null ? null : cardElement(boardRef, cardId))
  }, [boardRef, cardId, visibleBoard])
  const card = cardId === null ? undefined : findCard(visibleBoard, cardId)?.card
  if (!element || !card || isDragging) return null
  return createPortal(
    <input
      type="checkbox"
      data-select-card
      tabIndex={-1}
      aria-label={selectCardLabel(cardName(card))}
      className={BOX}
      checked={isSelected}
      onChange={({ nativeEvent }) => {
        const isRange = 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true
        if (isRange) extendSelection(visibleBoard, card.id)
        else toggleSelected(card.id)
        // The keys of the card are on the card.
        cardOnPage(card.id)?.focus({ preventScroll: true })
      }}
    />,
    element,
  )
}

function useHoveredCard(boardRef: BoardElementRef): string | null {
  const [hovered, setHovered] = useState<string | null>(null)
  useEffect(() => {
    const watch = new AbortController()
    const options = { signal: watch.signal, passive: true }
    const handleOver = ({ target }: Event) => setHovered(cardIdAt(target) ?? null)
    boardRef.current?.addEventListener('mouseover', handleOver, options)
    boardRef.current?.addEventListener('mouseleave', () => setHovered(null), options)
    return () => watch.abort()
  }, [boardRef])
  return hovered
}
