import { useMemo, useState } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import { type CardFilter, createCardFilter } from '#model/card-filter.ts'
import { useLabelIndex } from './labels/use-label-index.ts'

/** The board with only the cards that match the filter. Columns that stay whole stay the same. */
export function useVisibleBoard(board: Board | undefined, filter: CardFilter): Board | undefined {
  const labels = useLabelIndex()
  const [filterCards] = useState(createCardFilter)
  return useMemo(
    () => board && filterCards(board, filter, labels),
    [board, filter, labels, filterCards],
  )
}
