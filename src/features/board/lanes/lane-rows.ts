import type { Board, Column } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { moreRows } from '#messages/board-messages.ts'
import { type Lane, laneKey } from '#model/lanes.ts'
import type { RowGroup } from '#ui/grouped-rows.ts'
import type { RowOptions } from '#ui/row-positions.ts'
import { estimateCardHeight } from '../card/face.ts'

/** The n-th cards of all columns in a lane. The same object for each call with the lane. */
export interface LaneRow {
  key: string
  index: number
}

export interface LaneGroup extends RowGroup<LaneRow> {
  lane: Lane
}

/** The function that lays out lanes in rows. */
export function createLaneRows(): (lanes: readonly Lane[]) => LaneGroup[] {
  const known = new Map<string, LaneRow[]>()
  const rowsOf = (key: string, count: number): readonly LaneRow[] => {
    const rows = known.get(key) ?? []
    known.set(key, rows)
    for (let index = rows.length; index < count; index += 1) {
      rows.push({ key: `${index} ${key}`, index })
    }
    return rows.slice(0, count)
  }
  return (lanes) =>
    lanes.map((lane) => {
      const key = laneKey(lane.value)
      const count = Math.max(...lane.ranges.map(({ start, end }) => end - start))
      return { key, lane, items: rowsOf(key, count) }
    })
}

/** The card of a column in a row of a lane. */
export function cardInRow(
  lane: Lane,
  row: LaneRow,
  column: Pick<Column, 'cards'>,
  columnIndex: number,
): Card | undefined {
  const { start, end } = lane.ranges[columnIndex] ?? { start: 0, end: 0 }
  const index = start + row.index
  return index < end ? column.cards[index] : undefined
}

/** As on a board without lanes, in pixels. */
const GAP = 8

/** A row is as high as its highest card. */
export function laneRowOptions(
  { columns }: Board,
  groups: readonly LaneGroup[],
): Omit<RowOptions<LaneRow>, 'followsFocus'> {
  const laneOf = new Map(groups.flatMap(({ lane, items }) => items.map((row) => [row, lane])))
  const estimateHeight = (row: LaneRow) => {
    const lane = laneOf.get(row)
    if (!lane) return 0
    const cards = columns.map((column, index) => cardInRow(lane, row, column, index))
    return Math.max(...cards.map((card) => (card ? estimateCardHeight(card) : 0)))
  }
  return { keyOf: (row) => row.key, estimateHeight, gap: GAP, moreMessage: moreRows }
}
