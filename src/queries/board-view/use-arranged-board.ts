import { useEffect, useMemo, useRef } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import { usePaintedValue } from '#hooks/use-painted-value.ts'
import {
  type ArrangedBoard,
  type BoardPipeline,
  createBoardPipeline,
} from '#model/board-pipeline.ts'
import type { LabelIndex } from '#model/label-lookup.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { useUrlArrangement, useUrlFilter } from '#state/url.ts'

/** The board with only the cards that match the filter, arranged as the URL says. */
export function useArrangedBoard(
  board: Board | undefined,
  labels: LabelIndex,
): ArrangedBoard | undefined {
  // The field shows a key press at once, and the columns follow.
  const filter = usePaintedValue(useUrlFilter())
  const arrangement = usePaintedValue(useUrlArrangement())
  const unfolded = useBoardUiStore((state) => state.unfoldedCards)
  const shown = useRef<BoardPipeline>(undefined)
  const pipeline = useMemo(
    () => createBoardPipeline({ filter, arrangement, labels, unfolded }, shown.current),
    [filter, arrangement, labels, unfolded],
  )
  useEffect(() => {
    shown.current = pipeline
  }, [pipeline])
  return useMemo(() => board && pipeline.apply(board), [board, pipeline])
}
