import type { Board } from '#contract/readers/read-board.ts'
import { findCard } from '#model/board-lookup.ts'

/** The only card in the tab order: the focused one, or the first one if the filter hides it. */
export function tabStopOf(visibleBoard: Board, focusedCard: string | null): string | undefined {
  const isVisible = focusedCard !== null && findCard(visibleBoard, focusedCard) !== undefined
  return isVisible ? focusedCard : firstCard(visibleBoard)
}

export function firstCard(board: Board): string | undefined {
  return board.columns.find((column) => column.cards.length > 0)?.cards[0]?.id
}
