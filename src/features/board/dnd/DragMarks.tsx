import { useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import type { Card } from '#contract/readers/read-card.ts'
import { verdictBetween } from '#model/verdict-between.ts'
import { useArranged } from '#queries/board-view/use-board-view.tsx'
import { useBoardContext } from '../board-context.ts'
import type { BoardElementRef } from '../board-dom.ts'
import { columnElement, columnParts, markDragging, markOver, markVerdict } from '../board-marks.ts'
import { DropHint, LandingSlot } from './DropHint.tsx'

interface DragMarksProps {
  boardRef: BoardElementRef
  fromKey: string
  card: Card
  /** The column under the pointer. */
  overKey: string | undefined
}

/** Shows on the board's elements where the carried card may go. */
export function DragMarks({ boardRef, fromKey, card, overKey }: DragMarksProps) {
  const { columns, role } = useBoardContext()
  useLayoutEffect(() => {
    const board = boardRef.current
    if (!board) return
    const marks = columns.flatMap((column) => {
      if (column.key === fromKey) return []
      // Not the column itself: the browser would compute the styles of everything in it again.
      const { head, body, list } = columnParts(columnElement(boardRef, column.key))
      const elements = [head, body, list].filter((element) => element !== undefined)
      return markVerdict(elements, verdictBetween(role, columns, fromKey, column).type)
    })
    const unmarkBoard = markDragging(board)
    return () => {
      unmarkBoard()
      for (const unmark of marks) unmark()
    }
  }, [boardRef, fromKey, columns, role])

  const over = columns.find(({ key }) => key === overKey && key !== fromKey)
  const verdict = over && verdictBetween(role, columns, fromKey, over)
  const { head, body, list } = columnParts(over ? columnElement(boardRef, over.key) : null)
  const hover = verdict?.type === 'no' ? 'refused' : 'allowed'
  useLayoutEffect(() => body && markOver(body, hover), [body, hover])

  const hasLanes = useArranged()?.lanes !== undefined
  const slotPlace = verdict?.type === 'no' || hasLanes ? undefined : list
  if (!over || !verdict || !head) return null
  return (
    <>
      {createPortal(
        <DropHint column={over} verdict={verdict} fromKey={fromKey} card={card} />,
        head,
      )}
      {slotPlace && createPortal(<LandingSlot card={card} column={over} />, slotPlace)}
    </>
  )
}
