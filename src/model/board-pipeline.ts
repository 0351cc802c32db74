import type { Board } from '#contract/readers/read-board.ts'
import type { Arrangement } from './arrangement.ts'
import type { CardFilter } from './card-filter.ts'
import { type BoardFilter, createCardFilter } from './filter-board.ts'
import type { LabelIndex } from './label-lookup.ts'
import { createBoardSort } from './sort-board.ts'

/** What a person chooses of a board. */
export interface ViewOptions {
  filter: CardFilter
  arrangement: Arrangement
  labels: LabelIndex
}

/** From the board to what every view shows of it: filter, then sort, then hide columns. */
export interface BoardPipeline {
  filter: BoardFilter
  sort: (board: Board) => Board
  arrangement: Arrangement
  apply: (board: Board) => Board
}

/** @param last what the screen shows: steps with the same options keep what they know of it. */
export function createBoardPipeline(
  { filter, arrangement, labels }: ViewOptions,
  last?: BoardPipeline,
): BoardPipeline {
  const isSameFilter = last?.filter.filter === filter && last.filter.labels === labels
  const boardFilter = isSameFilter ? last.filter : createCardFilter(filter, labels, last?.filter)
  const isSameSort = last?.arrangement.sort === arrangement.sort
  const sort = isSameSort ? last.sort : createBoardSort(arrangement.sort)
  const apply = (board: Board) => hideColumns(sort(boardFilter.apply(board)), arrangement)
  return { filter: boardFilter, sort, arrangement, apply }
}

function hideColumns(board: Board, { hiddenColumns }: Arrangement): Board {
  if (hiddenColumns.length === 0) return board
  const isVisible = ({ key }: { key: string }) => !hiddenColumns.includes(key)
  return { ...board, columns: board.columns.filter(isVisible) }
}
