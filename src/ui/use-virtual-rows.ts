import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLatest } from '#hooks/use-effect-event.ts'
import { MeasuredHeights, type RowOptions, RowPositions, type RowRange } from './row-positions.ts'

/** Pixels above and below the visible part in which rows exist too. */
const MARGIN = 240
/** What is above a list in any window, in pixels. */
const HEADER = 80
/** How much of a list is printed, in pixels: about sixty cards. */
const PRINTED_HEIGHT = 6_000
/**
 * For this long, rows that get their real height don't push a focused row out of sight, unless a
 * person scrolls.
 */
const FOLLOW_MS = 2_000
/** For a row that was pressed: it may be dragged, and then the list scrolls. */
const FOLLOW_PRESS_MS = 400

/**
 * Which rows of a list have to exist, and where they are. Nothing here asks the browser for a
 * layout: heights come from a ResizeObserver, which reports them after the layout that happens
 * anyway.
 * See .github/decisions/0010-plain-cards.md.
 */
export function useVirtualRows<T>(
  scroller: RefObject<HTMLElement | null>,
  items: readonly T[],
  options: RowOptions<T>,
) {
  const [measured] = useState(() => new MeasuredHeights())
  const before = useRef<RowPositions<T>>(undefined)
  const positions = useMemo(
    () => new RowPositions(items, options, measured, before.current),
    [items, options, measured],
  )
  // Until the height is known, the rows of a window with a header, and none beyond it.
  const [size, setSize] = useState(() => ({ height: window.innerHeight - HEADER, margin: 0 }))
  // An object, because a measured row can change the range without a scroll.
  const [scrolled, setScrolled] = useState({ top: 0 })
  const range = rangeAt(positions, scrolled.top, size)
  const current = useLatest({ positions, range, size })
  const scrollTop = useRef(0)
  useKeptPosition(scroller, positions, { before, scrollTop })

  const update = useCallback(() => {
    const top = scrollTop.current
    const { positions, range, size } = current.current
    const next = rangeAt(positions, top, size)
    if (next.first === range.first && next.end === range.end) return
    const above = top - positions.topOf(range.first)
    const below = positions.topOf(range.end) - top - size.height
    // Several rows at a time cost less than each by itself.
    const isEnough = (rows: number, isLast: boolean) => isLast || rows >= size.margin / 2
    const hasAll = isEnough(above, range.first === 0)
    if (hasAll && isEnough(below, range.end === positions.items.length)) return
    // Without the rows, the next frame would show a hole.
    if (above >= 0 && below >= 0) setScrolled({ top })
    else flushSync(() => setScrolled({ top }))
  }, [current])

  const followed = useFollowedFocus(scroller, options.followsFocus ?? always)
  const measureRows = useCallback(
    (entries: readonly ResizeObserverEntry[]) => {
      const { positions } = current.current
      const growthAbove = measure(positions, entries, scrollTop.current)
      const element = scroller.current
      if (growthAbove !== 0 && element) element.scrollTop += growthAbove
      followed()?.scrollIntoView({ block: 'nearest' })
      const { range, size } = current.current
      const next = rangeAt(positions, scrollTop.current, size)
      const isChanged = next.first !== range.first || next.end !== range.end
      if (isChanged) setScrolled({ top: scrollTop.current })
    },
    [scroller, current, followed],
  )
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const handleScroll = () => {
      scrollTop.current = element.scrollTop
      update()
    }
    const watch = new AbortController()
    const options = { signal: watch.signal, passive: true }
    element.addEventListener('scroll', handleScroll, options)
    const observer = new ResizeObserver((entries) => {
      const box = entries.at(-1)?.borderBoxSize[0]
      // On paper, the list is as high as its rows.
      if (box && topBefore === undefined) setSize({ height: box.blockSize, margin: MARGIN })
    })
    observer.observe(element, { box: 'border-box' })
    /** Set while the page is printed. */
    let topBefore: number | undefined
    const handlePrint = () => {
      topBefore = element.scrollTop
      element.scrollTop = 0
      scrollTop.current = 0
      flushSync(() => {
        setScrolled({ top: 0 })
        setSize({ height: PRINTED_HEIGHT, margin: 0 })
      })
    }
    const handlePrinted = () => {
      flushSync(() => setSize({ height: element.clientHeight, margin: MARGIN }))
      element.scrollTop = topBefore ?? 0
      topBefore = undefined
    }
    window.addEventListener('beforeprint', handlePrint, options)
    window.addEventListener('afterprint', handlePrinted, options)
    return () => {
      watch.abort()
      observer.disconnect()
    }
  }, [scroller, update])
  const isPrinted = size.height === PRINTED_HEIGHT
  return { positions, range, isPrinted, observeRow: useRowObserver(measureRows) }
}

function rangeAt<T>(
  positions: RowPositions<T>,
  top: number,
  { height, margin }: { height: number; margin: number },
): RowRange {
  return positions.rangeBetween(top - margin, top + height + margin)
}

/** Takes over the heights of rows. Returns how much the rows above the visible part have grown. */
function measure<T>(
  positions: RowPositions<T>,
  entries: readonly ResizeObserverEntry[],
  scrollTop: number,
): number {
  let growthAbove = 0
  for (const { target, borderBoxSize } of entries) {
    const index = Number(target.getAttribute('data-index') ?? Number.NaN)
    const height = borderBoxSize[0]?.blockSize
    if (!height || Number.isNaN(index)) continue
    const isAbove = positions.topOf(index + 1) <= scrollTop
    const growth = positions.measure(index, height)
    if (isAbove) growthAbove += growth
  }
  return growthAbove
}

interface Kept<T> {
  /** The positions of the last render. */
  before: RefObject<RowPositions<T> | undefined>
  scrollTop: RefObject<number>
}

/** The first visible row stays where it is when rows above it come or go. */
function useKeptPosition<T>(
  scroller: RefObject<HTMLElement | null>,
  positions: RowPositions<T>,
  { before, scrollTop }: Kept<T>,
): void {
  useLayoutEffect(() => {
    const previous = before.current
    before.current = positions
    const element = scroller.current
    if (!previous || previous === positions || !element || scrollTop.current === 0) return
    const first = previous.indexAt(scrollTop.current)
    const item = previous.items[first]
    const index = item === undefined ? -1 : positions.items.indexOf(item)
    const shift = index < 0 ? 0 : positions.topOf(index) - previous.topOf(first)
    if (shift !== 0) element.scrollTop += shift
  }, [scroller, positions, before, scrollTop])
}

const always = () => true

/** Returns the element in the list that has just got the focus. */
function useFollowedFocus(
  scroller: RefObject<HTMLElement | null>,
  followsFocus: () => boolean,
): () => Element | undefined {
  const followed = useRef<{ element: Element; until: number }>(undefined)
  useLayoutEffect(() => {
    const stop = () => {
      followed.current = undefined
    }
    const handleFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || !followsFocus()) return stop()
      // A head is held in sight anyway.
      if (target.closest('[data-group-head]')) return stop()
      const time = target.matches(':focus-visible') ? FOLLOW_MS : FOLLOW_PRESS_MS
      followed.current = { element: target, until: performance.now() + time }
    }
    const watch = new AbortController()
    const options = { signal: watch.signal, passive: true }
    scroller.current?.addEventListener('focusin', handleFocus, options)
    for (const type of ['wheel', 'touchmove', 'pointerdown']) {
      scroller.current?.addEventListener(type, stop, options)
    }
    return () => watch.abort()
  }, [scroller, followsFocus])
  return useCallback(() => {
    const { element, until } = followed.current ?? { until: 0 }
    const isFollowed = element === document.activeElement && performance.now() < until
    return isFollowed ? element : undefined
  }, [])
}

/** The ref of each row. */
function useRowObserver(
  onSizes: (entries: readonly ResizeObserverEntry[]) => void,
): (row: HTMLElement | null) => (() => void) | undefined {
  const [observer] = useState(() => new ResizeObserver(onSizes))
  return useCallback(
    (row: HTMLElement | null) => {
      if (!row) return undefined
      observer.observe(row, { box: 'border-box' })
      return () => observer.unobserve(row)
    },
    [observer],
  )
}
