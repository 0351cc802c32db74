import type { Board, Column } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { type Arrangement, hasColumns, type Layout } from './arrangement.ts'
import { createCardDisplay } from './card-display.ts'
import { type CardFilter, isEmptyFilter } from './card-filter.ts'
import { type BoardFilter, createCardFilter } from './filter-board.ts'
import type { LabelIndex } from './label-lookup.ts'
import { createGrouping, type Grouped, type Lane } from './lanes.ts'
import {
  createFold,
  type FoldOlderCards,
  NO_OLDER_CARDS,
  type OlderCardsByColumn,
} from './older-cards.ts'
import { createBoardSort } from './sort-board.ts'

/** What a person chooses of a board. */
export interface ViewOptions {
  filter: CardFilter
  arrangement: Arrangement
  labels: LabelIndex
  /** Older cards that are there although the others are folded. */
  unfolded: readonly string[]
}

/** What the screen shows of a board. */
export interface ArrangedBoard {
  /** The filter that left these cards. */
  filter: CardFilter
  layout: Layout
  /** The visible columns and cards. */
  board: Board
  /** The same cards in the order in which a person goes through them: a list is one column. */
  inOrder: Board
  /** Of `inOrder`; undefined while cards aren't grouped. */
  lanes: readonly Lane[] | undefined
  /** The key of the lane of a card, if it's collapsed. */
  collapsedLaneOf: (card: Card) => string | undefined
  /** How many cards of each column are in collapsed lanes, by its key. */
  collapsedCounts: ReadonlyMap<string, number>
  /** Lanes of which the filter hides all cards. */
  hiddenLaneCount: number
  /** Cards that are folded, or could be. With a filter, there are none. */
  older: OlderCardsByColumn
  /** A card without what a person has chosen not to see. */
  displayed: (card: Card) => Card
}

/**
 * From the board to what every view shows of it: hide and collapse columns, filter or fold, sort,
 * then group.
 */
export interface BoardPipeline {
  filter: BoardFilter
  order: OrderSteps
  fold: FoldStep
  apply: (board: Board) => ArrangedBoard
}

interface FoldStep extends Pick<ViewOptions, 'unfolded'>, Pick<Arrangement, 'olderCards'> {
  apply: FoldOlderCards
}

interface OrderSteps {
  arrangement: Arrangement
  labels: LabelIndex
  displayed: (card: Card) => Card
  sort: (board: Board) => Board
  grouped: Grouped | undefined
}

/**
 * @param last what the screen shows: steps with the same options keep what they know of it.
 * See .github/decisions/0012-layouts-share-one-order.md.
 */
export function createBoardPipeline(
  { filter, arrangement, labels, unfolded }: ViewOptions,
  last?: BoardPipeline,
): BoardPipeline {
  const isSameFilter = last?.filter.filter === filter && last.filter.labels === labels
  const boardFilter = isSameFilter ? last.filter : createCardFilter(filter, labels, last?.filter)
  const order = createOrder(arrangement, labels, last?.order)
  const fold = createFoldStep({ olderCards: arrangement.olderCards, unfolded }, last?.fold)
  const apply = (whole: Board): ArrangedBoard => {
    const columns = collapseColumns(hideColumns(whole, arrangement), arrangement)
    // What a filter leaves is what a person looks for.
    const { board, older } = isEmptyFilter(filter)
      ? fold.apply(columns)
      : { board: boardFilter.apply(columns), older: NO_OLDER_CARDS }
    const { layout } = arrangement
    const { board: inOrder, lanes } = putInOrder(board, order)
    const laneCount = isEmptyFilter(filter)
      ? lanes?.length
      : order.grouped?.group(columns).lanes.length
    const hiddenLaneCount = (laneCount ?? 0) - (lanes?.length ?? 0)
    const collapsedLaneOf = order.grouped?.collapsedLaneOf ?? inNoLane
    const visible = hasColumns(layout) ? inOrder : collapseLanes(board, lanes, collapsedLaneOf)
    const shown = { layout, board: visible, inOrder, displayed: order.displayed }
    const collapsedCounts = countCollapsed(board, visible)
    const ofLanes = { lanes, collapsedLaneOf, collapsedCounts, hiddenLaneCount }
    return { ...shown, ...ofLanes, filter, older }
  }
  return { filter: boardFilter, order, fold, apply }
}

const inNoLane = () => undefined

function createFoldStep(
  { olderCards, unfolded }: Omit<FoldStep, 'apply'>,
  last: FoldStep | undefined,
): FoldStep {
  if (last?.olderCards === olderCards && last.unfolded === unfolded) return last
  return { olderCards, unfolded, apply: createFold(olderCards, unfolded) }
}

function createOrder(
  arrangement: Arrangement,
  labels: LabelIndex,
  last: OrderSteps | undefined,
): OrderSteps {
  const { sort, group, collapsedLanes, omittedFields } = arrangement
  const isSameDisplay = last?.arrangement.omittedFields.join() === omittedFields.join()
  const isSameSort = last?.arrangement.sort === sort
  const isSameGroup =
    last?.arrangement.group === group &&
    last.labels === labels &&
    last.arrangement.collapsedLanes.join('\n') === collapsedLanes.join('\n')
  const createGroup = () =>
    group === 'none' ? undefined : createGrouping(group, labels, collapsedLanes)
  return {
    arrangement,
    labels,
    displayed: isSameDisplay ? last.displayed : createCardDisplay(omittedFields),
    sort: isSameSort ? last.sort : createBoardSort(sort),
    grouped: isSameGroup ? last.grouped : createGroup(),
  }
}

function putInOrder(
  board: Board,
  { arrangement, sort, grouped }: OrderSteps,
): { board: Board; lanes: readonly Lane[] | undefined } {
  const columns = sort(board)
  // A list merges columns that are sorted: most of them were, in an earlier call.
  const sorted = hasColumns(arrangement.layout) ? columns : sort(asOneColumn(columns))
  return grouped ? grouped.group(sorted) : { board: sorted, lanes: undefined }
}

function hideColumns(board: Board, { hiddenColumns }: Arrangement): Board {
  if (hiddenColumns.length === 0) return board
  const isVisible = ({ key }: { key: string }) => !hiddenColumns.includes(key)
  return { ...board, columns: board.columns.filter(isVisible) }
}

/** A collapsed column stays without its cards: nothing leads to a card that isn't there. */
function collapseColumns(board: Board, { layout, collapsedColumns }: Arrangement): Board {
  if (collapsedColumns.length === 0 || !hasColumns(layout)) return board
  const collapse = (column: Column) =>
    collapsedColumns.includes(column.key) ? { ...column, cards: [] } : column
  return { ...board, columns: board.columns.map(collapse) }
}

/** In a list, lanes are across the columns. */
function collapseLanes(
  board: Board,
  lanes: readonly Lane[] | undefined,
  collapsedLaneOf: ArrangedBoard['collapsedLaneOf'],
): Board {
  if (!lanes?.some(({ isCollapsed }) => isCollapsed)) return board
  const columns = board.columns.map((column) => ({
    ...column,
    cards: column.cards.filter((card) => collapsedLaneOf(card) === undefined),
  }))
  return { ...board, columns }
}

function countCollapsed(board: Board, visible: Board): ReadonlyMap<string, number> {
  const counts = board.columns.map(({ key, cards }, index) => {
    return [key, cards.length - (visible.columns[index]?.cards.length ?? 0)] as const
  })
  return new Map(counts.filter(([, count]) => count > 0))
}

function asOneColumn(board: Board): Board {
  const cards = board.columns.flatMap((column) => column.cards)
  const all: Column = { key: '', statusId: undefined, name: '', kind: '', minRole: '', cards }
  return { ...board, columns: [all] }
}
