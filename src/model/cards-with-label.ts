import type { Board } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { type LabelIndex, resolveLabelId } from './label-lookup.ts'

export function cardsWithLabel(board: Board, labelId: string, index: LabelIndex): Card[] {
  const hasLabel = (card: Card) =>
    card.labels?.some((label) => resolveLabelId(label.id, index) === labelId) ?? false
  return board.columns.flatMap((column) => column.cards.filter(hasLabel))
}
