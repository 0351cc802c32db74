import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useRef } from 'react'

interface RowOptions<T> {
  /** Unique among the items. */
  keyOf: (item: T) => string
  /** Height of a row in pixels until it is on the screen. */
  estimateHeight: (item: T) => number
  /** Between two rows, in pixels. */
  gap: number
}

interface VirtualListProps<T> {
  items: readonly T[]
  rows: RowOptions<T>
  /** Indexes of items that stay mounted wherever the list is scrolled to. */
  keptIndexes?: readonly number[]
  /** One more of them, read when the list scrolls; -1 for none. Must be stable. */
  heldIndex?: () => number
  /** Accessible name, if the surroundings give none. */
  label?: string
  /** Utilities of the scrolling element. */
  className: string
  /** Shown when there are no items. */
  empty?: ReactNode
  children: (item: T) => ReactNode
}

type RowVirtualizer = Virtualizer<HTMLDivElement, HTMLLIElement>

const NONE: readonly number[] = []
const NOTHING_HELD = () => -1

/** Rows before and after the window. */
const OVERSCAN = 2

/**
 * A list that renders only the rows near the window, so that thousands of items open as fast as
 * ten. Rows are in the normal flow between two paddings: where they are never depends on a
 * measurement, and no row is measured before the browser has computed the layout anyway.
 */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { items, label, className, empty, children } = props
  const { keyOf, estimateHeight, gap } = props.rows
  const { keptIndexes = NONE, heldIndex = NOTHING_HELD } = props
  const scroller = useRef<HTMLDivElement>(null)
  const keptKey = keptIndexes.join()
  const rangeExtractor = useCallback(
    (range: Range) => {
      const kept = keptKey.split(',').filter(Boolean).map(Number)
      const extra = [...kept, heldIndex()].filter((index) => index >= 0)
      return [...new Set([...defaultRangeExtractor(range), ...extra])].sort((a, b) => a - b)
    },
    [keptKey, heldIndex],
  )
  const virtualizer: RowVirtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const item = items[index]
      return item === undefined ? 0 : estimateHeight(item)
    },
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : keyOf(item)
    },
    overscan: OVERSCAN,
    gap,
    useFlushSync: false,
    rangeExtractor,
    initialRect: { width: 0, height: window.innerHeight },
    observeElementRect: observeHeight,
    measureElement: observedHeight,
  })
  const rows = virtualizer.getVirtualItems()
  const flow = rowsInFlow(virtualizer, rows)
  const above = flow[0]?.start ?? 0
  const below = virtualizer.getTotalSize() - (flow.at(-1)?.end ?? 0) - gap
  const inFlow = new Set(flow)
  return (
    // Browsers make a scroller a tab stop. Its content scrolls it, so it needs none.
    <div ref={scroller} data-scroller className={className} tabIndex={-1}>
      <ul
        className="relative"
        aria-label={label}
        style={{ paddingTop: above, paddingBottom: Math.max(0, below) }}
      >
        {rows.map((row) => {
          const item = items[row.index]
          if (item === undefined) return null
          const style = inFlow.has(row) ? { marginBottom: gap } : { top: row.start }
          return (
            <li
              key={row.key}
              ref={virtualizer.measureElement}
              data-index={row.index}
              aria-setsize={items.length}
              aria-posinset={row.index + 1}
              className={inFlow.has(row) ? undefined : 'absolute inset-x-0'}
              style={style}
            >
              {children(item)}
            </li>
          )
        })}
      </ul>
      {items.length === 0 && empty}
    </div>
  )
}

/** The rows around the window. Kept rows elsewhere are out of the flow. */
function rowsInFlow(
  { range }: RowVirtualizer,
  rows: ReturnType<RowVirtualizer['getVirtualItems']>,
): typeof rows {
  if (!range) return []
  const [first, last] = [range.startIndex - OVERSCAN, range.endIndex + OVERSCAN]
  return rows.filter(({ index }) => index >= first && index <= last)
}

/** Never asks for a layout, which the library's own function does. */
function observeHeight(
  { scrollElement }: RowVirtualizer,
  onChange: (rect: { width: number; height: number }) => void,
): () => void {
  if (!scrollElement) return () => undefined
  const observer = new ResizeObserver((entries) => {
    const box = entries.at(-1)?.borderBoxSize[0]
    if (box) onChange({ width: box.inlineSize, height: box.blockSize })
  })
  observer.observe(scrollElement, { box: 'border-box' })
  return () => observer.disconnect()
}

/** The height that the browser reports after a layout; until then, the one that is known. */
function observedHeight(
  row: HTMLLIElement,
  entry: ResizeObserverEntry | undefined,
  virtualizer: RowVirtualizer,
): number {
  const observed = entry?.borderBoxSize[0]?.blockSize
  const known = virtualizer.measurementsCache[virtualizer.indexFromElement(row)]
  return observed ?? known?.size ?? 0
}
