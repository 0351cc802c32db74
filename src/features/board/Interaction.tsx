import type { RefObject } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import { DIALOG_PART, MENU_PART } from '#messages/part-messages.ts'
import { hasColumns } from '#model/arrangement.ts'
import type { ArrangedBoard } from '#model/board-pipeline.ts'
import { closeMenu } from '#state/board-ui-store.ts'
import { closeDialog } from '#state/dialog-store.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { FollowMarks } from './activity/FollowMarks.tsx'
import { useBoardContext } from './board-context.ts'
import { MoveBackQuestion } from './change/MoveBackQuestion.tsx'
import { useMove } from './change/use-move.ts'
import { DragAndDrop } from './dnd/DragAndDrop.tsx'
import { useDragHandlers } from './dnd/use-drag-handlers.ts'
import { OpenCardMark } from './focus/OpenCardMark.tsx'
import { RovingFocus } from './focus/RovingFocus.tsx'
import { useBoardEvents } from './keys/use-board-events.ts'
import type { HeldPress } from './keys/use-held-press.ts'
import { CardMenus } from './menus/CardMenus.tsx'
import { SelectionMarks } from './selection/SelectionMarks.tsx'

interface InteractionProps {
  boardRef: RefObject<HTMLElement | null>
  board: Board
  arranged: ArrangedBoard
  /** That of a person who was faster than this code. */
  press: HeldPress
}

/** Drag and drop, keys, clicks, the focus, and the menus of all cards. It is beside the columns. */
export function Interaction({ boardRef, board, arranged, press }: InteractionProps) {
  const { layout, inOrder } = arranged
  const context = useBoardContext()
  const move = useMove()
  const handlers = useDragHandlers(board, context, move)
  useBoardEvents(boardRef, { board, arranged, move })
  return (
    <>
      <RovingFocus boardRef={boardRef} board={board} arranged={arranged} />
      <SelectionMarks boardRef={boardRef} visibleBoard={inOrder} />
      <FollowMarks />
      <OpenCardMark boardRef={boardRef} visibleBoard={inOrder} />
      {hasColumns(layout) && (
        <DragAndDrop boardRef={boardRef} board={board} handlers={handlers} held={press} />
      )}
      <ErrorBoundary subject={MENU_PART} onClose={closeMenu} isOverlay>
        <CardMenus board={board} move={move} />
      </ErrorBoundary>
      <ErrorBoundary subject={DIALOG_PART} onClose={closeDialog} isOverlay>
        <MoveBackQuestion />
      </ErrorBoundary>
    </>
  )
}
