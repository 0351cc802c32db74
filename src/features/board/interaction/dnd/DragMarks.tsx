import { type RefObject, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { columnElement } from '#features/board/elements.ts'
import { verdictForMove } from '#model/permissions.ts'
import { useBoardContext } from '../../board-context.ts'
import { DropHint, LandingSlot } from './DropHint.tsx'

interface DragMarksProps {
  boardRef: RefObject<HTMLElement | null>
  fromKey: string
  /** The column under the pointer. */
  overKey: string | undefined
}

/** Shows on the board's elements where the carried card may go. */
export function DragMarks({ boardRef, fromKey, overKey }: DragMarksProps) {
  const { columns, role } = useBoardContext()
  useLayoutEffect(() => {
    const board = boardRef.current
    board?.setAttribute('data-dragging', '')
    const marked = columns.flatMap((column) => {
      if (column.key === fromKey) return []
      const elements = [...markedElements(boardRef, column.key)]
      const verdict = verdictForMove(role, column).type
      for (const element of elements) element.setAttribute('data-verdict', verdict)
      return elements
    })
    return () => {
      board?.removeAttribute('data-dragging')
      for (const element of marked) element.removeAttribute('data-verdict')
    }
  }, [boardRef, fromKey, columns, role])

  const over = columns.find(({ key }) => key === overKey && key !== fromKey)
  const verdict = over && verdictForMove(role, over)
  const column = over ? columnElement(boardRef, over.key) : null
  const body = column?.querySelector('[data-column-body]')
  const head = column?.querySelector('[data-column-head]')
  const list = column?.querySelector('[data-scroller]')
  const hover = verdict?.type === 'no' ? 'refused' : 'allowed'
  useLayoutEffect(() => {
    body?.setAttribute('data-over', hover)
    return () => body?.removeAttribute('data-over')
  }, [body, hover])

  if (!over || !verdict || !head || !list) return null
  return (
    <>
      {createPortal(<DropHint column={over} verdict={verdict} fromKey={fromKey} />, head)}
      {verdict.type !== 'no' && createPortal(<LandingSlot />, list)}
    </>
  )
}

/**
 * The parts of a column that look different for a verdict. Not the column itself: the browser would
 * compute the styles of everything in it again.
 */
function markedElements(boardRef: RefObject<HTMLElement | null>, columnKey: string) {
  const selector = '[data-column-head], [data-column-body], [data-scroller]'
  return columnElement(boardRef, columnKey)?.querySelectorAll(selector) ?? []
}
