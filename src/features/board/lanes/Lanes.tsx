import { useId, useMemo, useState } from 'react'
import type { Column } from '#contract/readers/read-board.ts'
import { EMPTY_FILTER } from '#model/card-filter.ts'
import { placeInLanes } from '#model/lanes.ts'
import { hiddenLanes } from '#model/messages/lane-messages.ts'
import { verdictForMove } from '#model/permissions.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { changeUrl } from '#state/url.ts'
import { addStyles } from '#ui/add-styles.ts'
import { Button } from '#ui/Button.tsx'
import { LabeledGroup } from '#ui/Grid.tsx'
import { GroupedRows } from '#ui/GroupedRows.tsx'
import { countRender } from '#ui/render-count.ts'
import { type ColumnRange, useVisibleColumns } from '#ui/use-visible-columns.ts'
import { useBoardContext } from '../board-context.ts'
import { BoardCard } from '../card/BoardCard.tsx'
import { useCardProps } from '../card/use-card-props.ts'
import { ColumnHeading } from '../column/ColumnHeading.tsx'
import { ColumnHead } from '../screen/BoardGrid.tsx'
import type { BoardLayoutProps } from '../screen/board-layout.ts'
import { LaneHead } from './LaneHead.tsx'
import {
  cardInRow,
  createLaneRows,
  type LaneGroup,
  type LaneRow,
  laneRowOptions,
} from './lane-rows.ts'
import styles from './lanes.css?inline'

addStyles(styles)

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
  const { inOrder, lanes = [], hiddenLaneCount } = arranged
  const [rowsOf] = useState(createLaneRows)
  const groups = useMemo(() => rowsOf(lanes), [rowsOf, lanes])
  const options = useMemo(
    () => ({ ...laneRowOptions(inOrder, groups), followsFocus }),
    [inOrder, groups],
  )
  const { width, ...range } = useVisibleColumns(boardRef, inOrder.columns.length)
  // A kept row can't be one that nothing renders: the tab stop changes with the focus.
  const tabStop = useBoardUiStore((state) => state.tabStop)
  const keptItems = () => {
    const { draggedCard } = useBoardUiStore.getState()
    return [tabStop, draggedCard].map((cardId) => rowOf(groups, inOrder.columns, cardId))
  }
  return (
    <div ref={boardRef} tabIndex={-1} data-board data-scroller data-lanes className={BOARD}>
      <div
        data-lanes-canvas
        style={{
          width: width * inOrder.columns.length,
          ['--column-width' as string]: `${width}px`,
        }}
      >
        {inOrder.columns.map((column, index) => (
          <LaneColumn
            key={column.key}
            column={column}
            left={index * width}
            total={totals.get(column.key) ?? column.cards.length}
            view={view}
          />
        ))}
        <GroupedRows
          scroller={boardRef}
          groups={groups}
          options={options}
          headHeight={LANE_HEAD_HEIGHT}
          role="region"
          keptItems={keptItems}
          renderHead={({ lane }) => <LaneHead lane={lane} />}
          renderItem={(row, group) => (
            <Row row={row} group={group} columns={inOrder.columns} range={range} view={view} />
          )}
        />
        {hiddenLaneCount > 0 && <HiddenLanes count={hiddenLaneCount} />}
      </div>
    </div>
  )
}

function followsFocus(): boolean {
  return !useBoardUiStore.getState().keepsScroll
}

function rowOf(
  groups: readonly LaneGroup[],
  columns: readonly Column[],
  cardId: string | null,
): LaneRow | undefined {
  if (cardId === null) return undefined
  const lanes = groups.map(({ lane }) => lane)
  for (const [columnIndex, { cards }] of columns.entries()) {
    const cardIndex = cards.findIndex(({ id }) => id === cardId)
    const place = cardIndex < 0 ? undefined : placeInLanes(lanes, { columnIndex, cardIndex })
    if (place) return groups[lanes.indexOf(place.lane)]?.items[place.row]
  }
  return undefined
}

interface LaneColumnProps extends Pick<BoardLayoutProps, 'view'> {
  column: Column
  /** In pixels. */
  left: number
  total: number
}

/** The head of a column, which stays in sight, and its ground behind all lanes. */
function LaneColumn({ column, left, total, view }: LaneColumnProps) {
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
      style={{ left }}
    >
      <ColumnHead>
        <ColumnHeading id={headingId} column={column} total={total} view={view} />
      </ColumnHead>
      <div data-column-body />
    </section>
  )
}

interface RowProps extends Pick<BoardLayoutProps, 'view'> {
  row: LaneRow
  group: LaneGroup
  columns: readonly Column[]
  range: ColumnRange
}

function Row({ row, group, columns, range, view }: RowProps) {
  const propsOf = useCardProps(view)
  return (
    <div data-lane-row>
      {columns.slice(range.first, range.end).map((column, offset) => {
        const index = range.first + offset
        const card = cardInRow(group.lane, row, column, index)
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

/** At the end: the filter hides them, and this is the way back. */
function HiddenLanes({ count }: { count: number }) {
  return (
    <div data-hidden-lanes>
      <p className="text-ink-soft">{hiddenLanes(count)}</p>
      <Button onClick={() => changeUrl(EMPTY_FILTER, 'replace')}>Show all cards</Button>
    </div>
  )
}
