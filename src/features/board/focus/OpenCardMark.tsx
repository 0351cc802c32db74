import { useEffect } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import { findCard, findCardByNumber } from '#model/board-lookup.ts'
import { markCard, selectCard, useBoardUiStore } from '#state/board-ui-store.ts'
import { useUrl } from '#state/url.ts'
import { type BoardElementRef, cardElement } from '../board-dom.ts'
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: another board has other elements
  useEffect(() => {
    const element = cardId === undefined ? null : cardElement(boardRef, cardId)
    element?.setAttribute('aria-current', 'true')
    return () => {
      element?.removeAttribute('aria-current')
      // Its row may be another element by now.
      const latest = cardId === undefined ? null : cardElement(boardRef, cardId)
      latest?.removeAttribute('aria-current')
    }
  }, [boardRef, cardId, visibleBoard])
  return null
}
