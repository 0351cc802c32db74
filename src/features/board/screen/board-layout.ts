import type { RefObject } from 'react'
import type { ArrangedBoard } from '#model/board-pipeline.ts'
import type { BoardView } from '#queries/board-view/use-board-view.tsx'

/** What each way to lay out a board shows. */
export interface BoardLayoutProps {
  /** Of the element around all cards. */
  boardRef: RefObject<HTMLDivElement | null>
  view: BoardView
  arranged: ArrangedBoard
  /** Cards of each column before filtering, by its key. */
  totals: ReadonlyMap<string, number>
}
