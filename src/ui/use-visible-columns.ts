import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { NARROW } from '#hooks/use-media-query.ts'

/** In pixels, as on a board without lanes. */
const MIN_WIDTH = 264
const MAX_WIDTH = 400

/** Columns that exist: from `first` up to, and without, `end`. */
export interface ColumnRange {
  first: number
  end: number
}

interface VisibleColumns extends ColumnRange {
  /** Of each column, in pixels. */
  width: number
}

/** Of what scrolls columns of the same width: how wide the columns are, and which of them are in sight or next to what is. */
export function useVisibleColumns(
  scroller: RefObject<HTMLElement | null>,
  count: number,
): VisibleColumns {
  const [visible, setVisible] = useState(() => columnsAt(window.innerWidth, 0, count))
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const update = () => {
      const next = columnsAt(element.clientWidth || window.innerWidth, element.scrollLeft, count)
      setVisible((current) => (isSame(current, next) ? current : next))
    }
    // In the frame of the scroll: the next one would show a hole.
    const handleScroll = () => flushSync(update)
    const observer = new ResizeObserver(update)
    observer.observe(element)
    element.addEventListener('scroll', handleScroll, { passive: true })
    update()
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', handleScroll)
    }
  }, [scroller, count])
  return visible
}

function columnsAt(boardWidth: number, scrollLeft: number, count: number): VisibleColumns {
  const width = columnWidth(boardWidth, count)
  // One more on each side.
  const first = Math.max(0, Math.floor(scrollLeft / width) - 1)
  const end = Math.min(count, Math.ceil((scrollLeft + boardWidth) / width) + 1)
  return { width, first, end }
}

function columnWidth(boardWidth: number, count: number): number {
  if (window.matchMedia(NARROW).matches) return boardWidth
  const shared = Math.floor(boardWidth / Math.max(1, count))
  return Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, shared))
}

function isSame(a: VisibleColumns, b: VisibleColumns): boolean {
  return a.width === b.width && a.first === b.first && a.end === b.end
}
