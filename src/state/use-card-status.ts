import type { Card } from '#contract/readers/read-card.ts'
import type { BoardRef } from '#model/board-ref.ts'
import { type CardStatus, cardStatusOf, useCardStatusStore } from './card-status-store.ts'

export function useCardStatus(board: BoardRef, card: Card): CardStatus | undefined {
  return useCardStatusStore((state) => cardStatusOf(state, board, card))
}
