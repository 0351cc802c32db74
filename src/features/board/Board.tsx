import { type FocusEvent, useRef, useState } from 'react'
import type { Board as BoardData } from '#contract/readers/read-board.ts'
import type { LabelIndex } from '#model/label-lookup.ts'
import { crashMessage } from '#model/messages/error-messages.ts'
import type { BoardView } from '#queries/use-board-view.tsx'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { BoardGrid } from './BoardGrid.tsx'
import { BoardContextProvider } from './board-context.ts'
import { LazyCardMenus } from './card/LazyCardMenus.tsx'
import { BoardColumn } from './column/BoardColumn.tsx'
import { ColumnTabs } from './column/ColumnTabs.tsx'
import { DragAndDrop } from './dnd/DragAndDrop.tsx'
import { useBoardEvents } from './keyboard/use-board-events.ts'
import { useRovingFocus } from './keyboard/use-roving-focus.ts'
import { useBoardContextValue } from './use-board-context-value.ts'
import { useDragHandlers } from './use-drag-handlers.ts'
import { useMove } from './use-move.ts'

interface BoardProps {
  view: BoardView
  /** The board with only the cards that match the filter. */
  visibleBoard: BoardData
  labels: LabelIndex
}

/** In pixels. The style of BoardGrid has it too. */
const MIN_COLUMN_WIDTH = 288

/** How many columns can be visible before anybody scrolls. */
function columnsOnScreen(): number {
  return Math.ceil(window.innerWidth / MIN_COLUMN_WIDTH)
}

/** The columns, with one draggable, one menu, and one tab stop for all cards. */
export function Board({ view, visibleBoard, labels }: BoardProps) {
  const { board } = view
  const boardRef = useRef<HTMLDivElement>(null)
  const [onScreen] = useState(columnsOnScreen)
  const context = useBoardContextValue(board, labels)
  const move = useMove()
  const focus = useRovingFocus(boardRef, board, visibleBoard)
  const events = useBoardEvents({ board, visibleBoard, move })
  const handlers = useDragHandlers(board, context, move)
  const handleFocus = (event: FocusEvent) => {
    focus.handleFocus(event)
    events.handleLook(event)
  }
  return (
    <BoardContextProvider value={context}>
      <div className="flex h-full min-h-0 flex-col">
        {[...context.noTargetReasons.values()].map(({ id, reason }) => (
          <p key={id} id={id} hidden>
            {reason}
          </p>
        ))}
        <ColumnTabs columns={visibleBoard.columns} boardRef={boardRef} />
        <div
          className="min-h-0 flex-1"
          onKeyDown={events.handleKeyDown}
          onClick={events.handleClick}
          onFocus={handleFocus}
          onMouseOver={events.handleLook}
          onBlur={focus.handleBlur}
        >
          <BoardGrid ref={boardRef} tabIndex={-1}>
            {visibleBoard.columns.map((column, index) => (
              <ErrorBoundary
                key={column.key}
                describeError={(error) =>
                  crashMessage(`column ${column.name}`, error, navigator.onLine)
                }
              >
                <BoardColumn
                  column={column}
                  total={board.columns[index]?.cards.length ?? column.cards.length}
                  view={view}
                  isWaiting={index >= onScreen}
                />
              </ErrorBoundary>
            ))}
          </BoardGrid>
        </div>
        <DragAndDrop boardRef={boardRef} board={board} handlers={handlers} />
        <LazyCardMenus board={board} move={move} />
      </div>
    </BoardContextProvider>
  )
}
