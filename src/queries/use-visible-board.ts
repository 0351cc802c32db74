import { useEffect, useMemo, useRef } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import { type BoardFilter, type CardFilter, createCardFilter } from '#model/card-filter.ts'
import { useLabelIndex } from './labels/use-label-index.ts'

/** The board with only the cards that match the filter. Columns that stay whole stay the same. */
export function useVisibleBoard(board: Board | undefined, filter: CardFilter): Board | undefined {
  const labels = useLabelIndex()
  const shown = useRef<BoardFilter>(undefined)
  const boardFilter = useMemo(
    () => createCardFilter(filter, labels, shown.current),
    [filter, labels],
  )
  useEffect(() => {
    shown.current = boardFilter
  }, [boardFilter])
  return useMemo(() => board && boardFilter.apply(board), [board, boardFilter])
}
