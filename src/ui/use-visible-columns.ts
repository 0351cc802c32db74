import { type RefObject, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLatest } from '#hooks/use-effect-event.ts'
import { NARROW } from '#hooks/use-media-query.ts'
import { usePrinting } from '#hooks/use-printing.ts'

/** In pixels, as on a board without lanes. */
const MIN_WIDTH = 264
const MAX_WIDTH = 400
const COLLAPSED_WIDTH = 48

/** Columns that exist: from `first` up to, and without, `end`. */
export interface ColumnRange {
  first: number
  end: number
}

interface VisibleColumns extends ColumnRange {
  /** Where each column begins, and where one after the last would, in pixels. */
  starts: readonly number[]
}

/**
 * Where the columns in a scroller are, and which of them are in sight or next to those.
 *
 * @param collapsed for each column. Must be the same object as long as its values are the same.
 */
export function useVisibleColumns(
  scroller: RefObject<HTMLElement | null>,
  collapsed: readonly boolean[],
): VisibleColumns {
  const [viewport, setViewport] = useState(() => ({ width: window.innerWidth, left: 0 }))
  const starts = useMemo(() => startsOf(collapsed, viewport.width), [collapsed, viewport.width])
  const isPrinting = usePrinting()
  const near = rangeAt(starts, viewport.left, viewport.width)
  const range = isPrinting ? { first: 0, end: collapsed.length } : near
  const current = useLatest({ starts, range, width: viewport.width })
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const handleScroll = () => {
      const { starts, range, width } = current.current
      const left = scrolledBy(element)
      const next = rangeAt(starts, left, width)
      // In the frame of the scroll: the next one would show a hole.
      if (!isSame(range, next)) flushSync(() => setViewport({ width, left }))
    }
    const observer = new ResizeObserver(() => {
      const width = element.clientWidth || window.innerWidth
      setViewport((last) => (last.width === width ? last : { width, left: scrolledBy(element) }))
    })
    observer.observe(element)
    element.addEventListener('scroll', handleScroll, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', handleScroll)
    }
  }, [scroller, current])
  return { starts, ...range }
}

/** From the side where a line begins: from right to left, `scrollLeft` counts down from 0. */
function scrolledBy({ scrollLeft }: Element): number {
  return Math.abs(scrollLeft)
}

/** With one more column on each side. */
function rangeAt(starts: readonly number[], left: number, width: number): ColumnRange {
  const count = starts.length - 1
  const first = starts.findLastIndex((start) => start <= left)
  const end = starts.findIndex((start) => start >= left + width)
  return { first: Math.max(0, first - 1), end: end < 0 ? count : Math.min(count, end + 1) }
}

function startsOf(collapsed: readonly boolean[], width: number): number[] {
  const wide = columnWidth(collapsed, width)
  let left = 0
  const ends = collapsed.map((isCollapsed) => {
    left += isCollapsed ? COLLAPSED_WIDTH : wide
    return left
  })
  return [0, ...ends]
}

function columnWidth(collapsed: readonly boolean[], width: number): number {
  if (window.matchMedia(NARROW).matches) return width
  const wideCount = collapsed.filter((isCollapsed) => !isCollapsed).length
  const shared = width - (collapsed.length - wideCount) * COLLAPSED_WIDTH
  const each = Math.floor(shared / Math.max(1, wideCount))
  return Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, each))
}

function isSame(a: ColumnRange, b: ColumnRange): boolean {
  return a.first === b.first && a.end === b.end
}
