import { Suspense, useRef, useState } from 'react'
import type { Column } from '#contract/readers/read-board.ts'
import { NARROW, useMediaQuery } from '#hooks/use-media-query.ts'
import type { RenderDelay } from '#hooks/use-ready-after.ts'
import { FILTER_BY } from '#messages/card-messages.ts'
import { columnPart } from '#messages/part-messages.ts'
import type { ArrangedBoard } from '#model/board-pipeline.ts'
import type { LabelIndex } from '#model/label-lookup.ts'
import type { BoardView } from '#queries/board-view/use-board-view.tsx'
import { useUrlArrangement } from '#state/url.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { useBackgroundPart } from '#ui/use-background-part.ts'
import * as parts from '../background-parts.ts'
import { BoardContextProvider } from '../board-context.ts'
import { FILTER_BY_ID } from '../card/filter-button.ts'
import { BoardColumn } from '../column/BoardColumn.tsx'
import type { ColumnTabsProps } from '../column/ColumnTabs.tsx'
import { TabStop } from '../focus/TabStop.tsx'
import { BoardGrid } from './BoardGrid.tsx'
import type { BoardLayoutProps } from './board-layout.ts'
import { LazyInteraction } from './LazyInteraction.tsx'
import { CardTable, Lanes } from './lazy-parts.ts'
import { useBoardContextValue } from './use-board-context-value.ts'

interface BoardColumnsProps {
  view: BoardView
  arranged: ArrangedBoard
  labels: LabelIndex
}

/** In pixels. The style of BoardGrid has it too. */
const MIN_COLUMN_WIDTH = 264

/** How many columns can be visible before anybody scrolls. */
function columnsOnScreen(): number {
  return Math.ceil(window.innerWidth / MIN_COLUMN_WIDTH)
}

/** Their cards are in the first frame. */
const FIRST_COLUMNS = 2

/** The first cards come sooner when those of the other columns follow in the next frame. */
function waitOf(index: number, onScreen: number): RenderDelay {
  if (index < FIRST_COLUMNS) return 'none'
  return index < onScreen ? 'frame' : 'idle'
}

/** The cards, in one of the layouts. What answers a person is beside them. */
export function BoardColumns({ view, arranged, labels }: BoardColumnsProps) {
  const { board } = view
  const { layout, lanes, board: visibleBoard } = arranged
  const boardRef = useRef<HTMLDivElement>(null)
  const context = useBoardContextValue(board, labels, arranged.displayed)
  // Columns can be hidden.
  const totals = new Map(board.columns.map(({ key, cards }) => [key, cards.length]))
  const isList = layout === 'list'
  const Grouped = lanes ? Lanes : ColumnsSideBySide
  const Layout = isList ? CardTable : Grouped
  return (
    <BoardContextProvider value={context}>
      <div className="flex h-full min-h-0 flex-col">
        <p id={FILTER_BY_ID} hidden>
          {FILTER_BY}
        </p>
        {[...context.noTargetReasons.values()].map(({ id, reason }) => (
          <p key={id} id={id} hidden>
            {reason}
          </p>
        ))}
        {/* What answers is on the element of the layout, and comes with it. */}
        <Suspense key={`${layout} ${!lanes}`}>
          {!isList && <Tabs columns={visibleBoard.columns} totals={totals} boardRef={boardRef} />}
          <div className="min-h-0 flex-1">
            <Layout boardRef={boardRef} view={view} arranged={arranged} totals={totals} />
          </div>
          <TabStop boardRef={boardRef} visibleBoard={arranged.inOrder} />
          <LazyInteraction boardRef={boardRef} board={board} arranged={arranged} />
        </Suspense>
      </div>
    </BoardContextProvider>
  )
}

function ColumnsSideBySide({ boardRef, view, arranged, totals }: BoardLayoutProps) {
  const [onScreen] = useState(columnsOnScreen)
  const { collapsedColumns, density } = useUrlArrangement()
  const { columns } = arranged.board
  const widthOf = ({ key }: Column) => (collapsedColumns.includes(key) ? '3rem' : 'var(--column)')
  return (
    <BoardGrid
      ref={boardRef}
      tabIndex={-1}
      data-density={density}
      style={{ gridTemplateColumns: columns.map(widthOf).join(' ') }}
    >
      {columns.map((column, index) => (
        <ErrorBoundary key={column.key} subject={columnPart(column.name)}>
          <BoardColumn
            column={column}
            total={totals.get(column.key) ?? column.cards.length}
            view={view}
            wait={waitOf(index, onScreen)}
            isCollapsed={collapsedColumns.includes(column.key)}
          />
        </ErrorBoundary>
      ))}
    </BoardGrid>
  )
}

/**
 * On narrow screens, where one column fills the width: a tab for each column. They load after the
 * first screen, which keeps their place free.
 */
function Tabs(props: ColumnTabsProps) {
  const [ColumnTabs] = useBackgroundPart(parts.ColumnTabs)
  const isNarrow = useMediaQuery(NARROW)
  if (!isNarrow) return null
  return <div className="h-14 flex-none">{ColumnTabs && <ColumnTabs {...props} />}</div>
}
