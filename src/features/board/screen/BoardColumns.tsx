import { type ComponentType, useEffect, useRef, useState } from 'react'
import type { Column } from '#contract/readers/read-board.ts'
import { afterPaint } from '#hooks/schedule.ts'
import { NARROW, useMediaQuery } from '#hooks/use-media-query.ts'
import type { RenderDelay } from '#hooks/use-ready-after.ts'
import { FILTER_BY } from '#messages/card-messages.ts'
import { columnPart } from '#messages/part-messages.ts'
import { hasColumns, type Layout } from '#model/arrangement.ts'
import type { ArrangedBoard } from '#model/board-pipeline.ts'
import type { LabelIndex } from '#model/label-lookup.ts'
import type { BoardView } from '#queries/board-view/use-board-view.tsx'
import { answers, Later, type Screens, screens, useLoaded } from '#start/later.tsx'
import { useUrlArrangement } from '#state/url.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { BoardContextProvider } from '../board-context.ts'
import { CardMarks, CardMarksProvider } from '../card/card-marks.ts'
import { FILTER_BY_ID } from '../card/filter-button.ts'
import { BoardColumn } from '../column/BoardColumn.tsx'
import type { ColumnTabsProps } from '../column/ColumnTabs.tsx'
import { TabStop } from '../focus/TabStop.tsx'
import { useCardLinks } from '../keys/use-card-links.ts'
import { useHeldPress } from '../keys/use-held-press.ts'
import { BoardGrid } from './BoardGrid.tsx'
import type { BoardLayoutProps } from './board-layout.ts'
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

/** The cards, in one of the layouts. */
export function BoardColumns({ view, arranged, labels }: BoardColumnsProps) {
  const { board } = view
  const context = useBoardContextValue(board, labels, arranged.displayed)
  // Columns can be hidden.
  const totals = new Map(board.columns.map(({ key, cards }) => [key, cards.length]))
  const hasLanes = arranged.lanes !== undefined && hasColumns(arranged.layout)
  const layout = hasLanes ? 'lanes' : arranged.layout
  const shown = { view, arranged, totals }
  const [marks] = useState(() => new CardMarks())
  useAnswersAfterCards()
  return (
    <BoardContextProvider value={context}>
      <CardMarksProvider value={marks}>
        <div className="flex h-full min-h-0 flex-col">
          <p id={FILTER_BY_ID} hidden>
            {FILTER_BY}
          </p>
          {[...context.noTargetReasons.values()].map(({ id, reason }) => (
            <p key={id} id={id} hidden>
              {reason}
            </p>
          ))}
          {layout === 'board' ? (
            <LaidOut Layout={ColumnsSideBySide} {...shown} />
          ) : (
            <Later key={layout} code={screens}>
              {(code) => <LaidOut Layout={LATE_LAYOUTS[layout](code)} {...shown} />}
            </Later>
          )}
        </div>
      </CardMarksProvider>
    </BoardContextProvider>
  )
}

/** All that answers a person is requested once the first cards are on the screen. */
function useAnswersAfterCards(): void {
  useEffect(() => afterPaint(() => void answers.load()), [])
}

/** Each layout besides the columns. One that is missing here doesn't compile. */
const LATE_LAYOUTS: Readonly<
  Record<Exclude<Layout, 'board'> | 'lanes', (code: Screens) => ComponentType<BoardLayoutProps>>
> = {
  lanes: ({ Lanes }) => Lanes,
  list: ({ CardTable }) => CardTable,
}

interface LaidOutProps extends Omit<BoardLayoutProps, 'boardRef'> {
  Layout: ComponentType<BoardLayoutProps>
}

/** What answers a person is on the element of the layout, and comes and goes with it. */
function LaidOut({ Layout, ...shown }: LaidOutProps) {
  const { view, arranged, totals } = shown
  const boardRef = useRef<HTMLDivElement>(null)
  const code = useLoaded(answers)
  const press = useHeldPress(boardRef, view.board, code !== undefined)
  useCardLinks(boardRef)
  return (
    <>
      {hasColumns(arranged.layout) && (
        <Tabs
          columns={arranged.board.columns}
          totals={totals}
          collapsedCounts={arranged.collapsedCounts}
          boardRef={boardRef}
        />
      )}
      <div className="min-h-0 flex-1">
        <Layout boardRef={boardRef} {...shown} />
      </div>
      <TabStop visibleBoard={arranged.inOrder} />
      {code && (
        <code.Interaction
          boardRef={boardRef}
          board={view.board}
          arranged={arranged}
          press={press}
        />
      )}
    </>
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
            older={arranged.older.get(column.key)}
            view={view}
            wait={waitOf(index, onScreen)}
            isCollapsed={collapsedColumns.includes(column.key)}
          />
        </ErrorBoundary>
      ))}
    </BoardGrid>
  )
}

/** On narrow screens. Their place is kept free until they come. */
function Tabs(props: ColumnTabsProps) {
  const code = useLoaded(answers)
  const isNarrow = useMediaQuery(NARROW)
  if (!isNarrow) return null
  return <div className="h-14 flex-none">{code && <code.ColumnTabs {...props} />}</div>
}
