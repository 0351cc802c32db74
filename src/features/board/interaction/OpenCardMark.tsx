import { type RefObject, useEffect } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import { findCardByNumber } from '#model/board-lookup.ts'
import { selectCard, useBoardUiStore } from '#state/board-ui-store.ts'
import { useUrl } from '#state/url.ts'
import { cardElement } from '../elements.ts'
import { revealBesideSheet } from '../show-card.ts'

interface OpenCardMarkProps {
  boardRef: RefObject<HTMLElement | null>
  /** The board with only the cards that match the filter. */
  visibleBoard: Board
}

/** Marks the card whose panel is open, and scrolls to it. */
export function OpenCardMark({ boardRef, visibleBoard }: OpenCardMarkProps) {
  const { cardNumber } = useUrl()
  const opened = useBoardUiStore((state) => state.openedCard?.cardId)
  const linked = cardNumber === undefined ? undefined : findCardByNumber(visibleBoard, cardNumber)
  const cardId = opened ?? linked?.id
  useEffect(() => {
    if (cardId === undefined) return
    selectCard(cardId)
    revealBesideSheet(cardId)
  }, [cardId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another board has other elements
  useEffect(() => {
    const element = cardId === undefined ? null : cardElement(boardRef, cardId)
    element?.setAttribute('aria-current', 'true')
    return () => element?.removeAttribute('aria-current')
  }, [boardRef, cardId, visibleBoard])
  return null
}
