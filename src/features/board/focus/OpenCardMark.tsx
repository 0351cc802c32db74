import { useEffect } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import { findCard, findCardByNumber } from '#model/board-lookup.ts'
import { markCard, selectCard, useBoardUiStore } from '#state/board-ui-store.ts'
import { useUrl } from '#state/url.ts'
import type { BoardElementRef } from '../board-dom.ts'
import { useMarkedCards } from '../card/card-marks.ts'
import { useScrollBesideSheet } from './use-scroll-beside-sheet.ts'

interface OpenCardMarkProps {
  boardRef: BoardElementRef
  /** The board with only the cards that match the filter. */
  visibleBoard: Board
}

/**
 * Marks the card whose panel is open, and scrolls to it. A component, so that nothing else renders
 * when a panel opens.
 */
export function OpenCardMark({ boardRef, visibleBoard }: OpenCardMarkProps) {
  const { cardNumber } = useUrl()
  const opened = useBoardUiStore((state) => state.openedCard?.cardId)
  const openedCard = opened === undefined ? undefined : findCard(visibleBoard, opened)?.card
  const linked = cardNumber === undefined ? undefined : findCardByNumber(visibleBoard, cardNumber)
  // Back and Forward change only the URL.
  const cardId = openedCard && openedCard.number === cardNumber ? openedCard.id : linked?.id
  useEffect(() => {
    markCard(cardId ?? null)
    if (cardId !== undefined) selectCard(cardId)
  }, [cardId])
  useScrollBesideSheet(boardRef, cardId)
  useMarkedCards('open', cardId)
  return null
}
