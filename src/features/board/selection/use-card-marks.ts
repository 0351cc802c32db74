import { useLayoutEffect } from 'react'
import type { BoardElementRef } from '../board-dom.ts'
import { type CardMark, markCards } from '../board-marks.ts'

/**
 * Marks these cards. Set on the elements: a prop would render every card of a column that is
 * marked. Scrolling and moves bring other elements, which are marked before they are painted.
 */
export function useCardMarks(
  boardRef: BoardElementRef,
  cardIds: ReadonlySet<string>,
  mark: CardMark,
): void {
  useLayoutEffect(() => {
    const board = boardRef.current
    if (!board || cardIds.size === 0) return
    const markAll = () => markCards(board, cardIds, mark)
    markAll()
    const observer = new MutationObserver(markAll)
    observer.observe(board, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      markCards(board, NONE, mark)
    }
  }, [boardRef, cardIds, mark])
}

const NONE: ReadonlySet<string> = new Set()
