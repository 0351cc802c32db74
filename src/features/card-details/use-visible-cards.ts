import { useMemo } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { createCardFilter } from '#model/card-filter.ts'
import { indexLabels } from '#model/label-lookup.ts'
import { useLabels } from '#queries/labels/labels-query.ts'
import { useSession } from '#queries/session.ts'
import { useUrlFilter } from '#state/url.ts'

/** The cards that match the filter, column by column. */
export function useVisibleCards(board: Board): readonly Card[] {
  const labels = useLabels(useSession()).data?.labels
  const filter = useUrlFilter()
  const filterBoard = useMemo(
    () => createCardFilter(filter, indexLabels(labels ?? [])),
    [filter, labels],
  )
  return useMemo(
    () => filterBoard(board).columns.flatMap((column) => column.cards),
    [filterBoard, board],
  )
}
