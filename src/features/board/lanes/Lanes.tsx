import { useId, useMemo, useState } from 'react'
import type { Column } from '#contract/readers/read-board.ts'
import { placeInLanes } from '#model/lanes.ts'
import { verdictForMove } from '#model/permissions.ts'
import { useStableValue } from '#queries/use-stable-value.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { useUrlArrangement } from '#state/url.ts'
import { createStyles } from '#ui/create-styles.ts'
import { LabeledGroup } from '#ui/Grid.tsx'
import { GroupedRows } from '#ui/GroupedRows.tsx'
import { countRender } from '#ui/render-count.ts'
import { type ColumnRange, useVisibleColumns } from '#ui/use-visible-columns.ts'
import { useBoardContext } from '../board-context.ts'
import { BoardCard } from '../card/BoardCard.tsx'
import { useCardProps } from '../card/use-card-props.ts'
import { ColumnHeading } from '../column/ColumnHeading.tsx'
import { OlderCardsBelow } from '../column/OlderCardsBelow.tsx'
import { ColumnHead } from '../screen/BoardGrid.tsx'
import type { BoardLayoutProps } from '../screen/board-layout.ts'
import { HiddenLanes } from './HiddenLanes.tsx'
import { LaneHead } from './LaneHead.tsx'
import {
  cardInRow,
  createLaneRows,
  type LaneGroup,
  type LaneRow,
  laneRowOptions,
} from './lane-rows.ts'
import styles from './lanes.css?inline'

const useStyles = createStyles(styles)

/** In pixels. */
const LANE_HEAD_HEIGHT = 36

const BOARD = [
  'relative h-full overflow-auto overscroll-contain outline-none scrollbar-thin',
  'max-sm:[scroll-snap-type:x_mandatory] max-sm:data-dragging:[scroll-snap-type:none]',
  'print:h-auto print:overflow-visible',
].join(' ')

/**
 * A board with lanes: one element scrolls it in both directions, and only the rows and columns near
 * what is in sight exist. A row has one card of each column.
 */
export function Lanes({ boardRef, arranged, view, totals }: BoardLayoutProps) {
  countRender('lanes')
  useStyles()
  const { inOrder, lanes = [], collapsedCounts, hiddenLaneCount, older } = arranged
  const [rowsOf] = useState(createLaneRows)
  const groups = useMemo(() => rowsOf(lanes), [rowsOf, lanes])
  const options = useMemo(
    () => ({ ...laneRowOptions(inOrder, groups), followsFocus, headHeight: LANE_HEAD_HEIGHT }),
    [inOrder, groups],
  )
  const { collapsedColumns, density } = useUrlArrangement()
  const collapsed = useStableValue(inOrder.columns.map(({ key }) => collapsedColumns.includes(key)))
  const { starts, ...range } = useVisibleColumns(boardRef, collapsed)
  const widths = collapsed.map((_, index) => (starts[index + 1] ?? 0) - (starts[index] ?? 0))
  const template = widths.map((width) => `${width}px`).join(' ')
  // The card with the next focus may be one that doesn't exist yet.
  useBoardUiStore((state) => state.tabStop)
  const keptPlaces = () => {
    const { tabStop, draggedCard } = useBoardUiStore.getState()
    const places = [tabStop, draggedCard].map((cardId) => placeOf(groups, inOrder.columns, cardId))
    return places.filter((place) => place !== undefined)
  }
  const keptColumns = keptPlaces().map(({ columnIndex }) => columnIndex)
  const shownColumns = new Set([...between(range), ...keptColumns])
  return (
    <GroupedRows
      scroller={boardRef}
      groups={groups}
      options={options}
      role="region"
      keptItems={() => keptPlaces().map(({ row }) => row)}
      renderScroller={(rows) => (
        <div
          ref={boardRef}
          tabIndex={-1}
          data-board
          data-scroller
          data-lanes
          data-density={density}
          className={BOARD}
        >
          <div data-lanes-canvas style={{ width: starts.at(-1) }}>
            {inOrder.columns.map((column, index) => (
              <LaneColumn
                key={column.key}
                column={column}
                place={{ insetInlineStart: starts[index], width: widths[index] }}
                isCollapsed={collapsed[index] ?? false}
                total={totals.get(column.key) ?? column.cards.length}
                collapsedCount={collapsedCounts.get(column.key)}
                view={view}
              />
            ))}
            {rows}
            {hiddenLaneCount > 0 && <HiddenLanes count={hiddenLaneCount} />}
            <OlderCardsBelow older={[...older.values()]} />
          </div>
        </div>
      )}
      renderHead={({ lane }) => <LaneHead lane={lane} />}
      renderItem={(row, group) => (
        <Row
          row={row}
          group={group}
          columns={inOrder.columns}
          shown={shownColumns}
          template={template}
          view={view}
        />
      )}
    />
  )
}

function followsFocus(): boolean {
  return !useBoardUiStore.getState().keepsScroll
}

/** Indexes. */
function between({ first, end }: ColumnRange): number[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset)
}

/** Where a card is, if it's visible. */
function placeOf(
  groups: readonly LaneGroup[],
  columns: readonly Column[],
  cardId: string | null,
): { row: LaneRow; columnIndex: number } | undefined {
  if (cardId === null) return undefined
  const lanes = groups.map(({ lane }) => lane)
  for (const [columnIndex, { cards }] of columns.entries()) {
    const cardIndex = cards.findIndex(({ id }) => id === cardId)
    const place = cardIndex < 0 ? undefined : placeInLanes(lanes, { columnIndex, cardIndex })
    const row = place && groups[lanes.indexOf(place.lane)]?.items[place.row]
    if (row) return { row, columnIndex }
  }
  return undefined
}

interface LaneColumnProps extends Pick<BoardLayoutProps, 'view'> {
  column: Column
  /** In pixels. */
  place: { insetInlineStart: number | undefined; width: number | undefined }
  total: number
  /** Cards in collapsed lanes. */
  collapsedCount: number | undefined
  isCollapsed: boolean
}

/** The head of a column, which stays in sight, and its ground behind all lanes. */
function LaneColumn({ column, place, total, collapsedCount, view, isCollapsed }: LaneColumnProps) {
  const { role } = useBoardContext()
  const headingId = useId()
  const verdict = verdictForMove(role, column)
  return (
    <section
      aria-labelledby={headingId}
      data-status-id={column.statusId ?? ''}
      data-column-key={column.key}
      data-disabled={verdict.type === 'no' ? '' : undefined}
      data-lane-column
      style={place}
    >
      <ColumnHead>
        <ColumnHeading
          id={headingId}
          column={column}
          total={total}
          collapsedCount={collapsedCount}
          view={view}
          isCollapsed={isCollapsed}
        />
      </ColumnHead>
      <div data-column-body />
    </section>
  )
}

interface RowProps extends Pick<BoardLayoutProps, 'view'> {
  row: LaneRow
  group: LaneGroup
  columns: readonly Column[]
  /** Indexes of the columns whose cards exist. */
  shown: ReadonlySet<number>
  /** The widths of all columns. */
  template: string
}

function Row({ row, group, columns, shown, template, view }: RowProps) {
  const propsOf = useCardProps(view)
  return (
    <div data-lane-row style={{ gridTemplateColumns: template }}>
      {columns.map((column, index) => {
        const card = shown.has(index) && cardInRow(group.lane, row, column, index)
        return (
          card && (
            <LabeledGroup key={card.id} aria-label={column.name} style={{ gridColumn: index + 1 }}>
              <BoardCard {...propsOf(card)} />
            </LabeledGroup>
          )
        )
      })}
    </div>
  )
}
