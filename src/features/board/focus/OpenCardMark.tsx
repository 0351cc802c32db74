import { useEffect } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import { useOpenCard } from '#features/shared/use-open-card.ts'
import { findCard } from '#model/board-lookup.ts'
import { markCard, selectCard } from '#state/board-ui-store.ts'
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
  const openCard = useOpenCard(visibleBoard)?.cardId
  const cardId = openCard === undefined ? undefined : findCard(visibleBoard, openCard)?.card.id
  useEffect(() => {
    markCard(cardId ?? null)
    if (cardId !== undefined) selectCard(cardId)
  }, [cardId])
  useScrollBesideSheet(boardRef, cardId)
  useMarkedCards('open', cardId)
  return null
}
