import { useLayoutEffect } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import { useOpenCard } from '#features/shared/use-open-card.ts'
import { findCard } from '#model/board-lookup.ts'
import type { ArrangedBoard } from '#model/board-pipeline.ts'
import { unfoldCard, useBoardUiStore } from '#state/board-ui-store.ts'

/**
 * An older card with the focus, or with an open panel, is there while the others are folded. A
 * layout effect: on the screen, it is never away.
 */
export function useUnfoldedCards(board: Board, arranged: ArrangedBoard): void {
  const focusedCard = useBoardUiStore((state) => state.focusedCard)
  const openCard = useOpenCard(board)?.cardId
  useLayoutEffect(() => {
    for (const cardId of [focusedCard, openCard]) {
      if (cardId && isFolded(arranged, cardId)) unfoldCard(cardId)
    }
  }, [arranged, focusedCard, openCard])
}

export function isFolded({ board, older }: ArrangedBoard, cardId: string): boolean {
  const isOlder = [...older.values()].some(({ cardIds }) => cardIds.has(cardId))
  return isOlder && findCard(board, cardId) === undefined
}
