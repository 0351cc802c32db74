import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useRef } from 'react'

interface VirtualListProps<T> {
  items: readonly T[]
  keyOf: (item: T) => string
  /** Indexes of items whose row must not be taken away, wherever the list is scrolled to. */
  kept: readonly number[]
  /** The usual height of a row, in pixels; rows are measured as they are drawn. */
  usualHeight: number
  /** Pixels between two rows. */
  gap?: number
  overscan: number
  /** The list's name, where its surroundings give it none. */
  label?: string
  /** The class of what scrolls. */
  className: string
  /** What stands there when there are no items. */
  empty?: ReactNode
  children: (item: T) => ReactNode
}

/** A list in which only the rows near the window exist, so that thousands of items open as fast as ten. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { items, keyOf, kept, usualHeight, gap = 0, overscan, label, className, empty, children } = props
  const scroller = useRef<HTMLDivElement>(null)
  const keptKey = kept.join()
  const rangeExtractor = useCallback(
    (range: Range) => {
      const keep = keptKey.split(',').filter(Boolean).map(Number)
      return [...new Set([...defaultRangeExtractor(range), ...keep])].sort((a, b) => a - b)
    },
    [keptKey],
  )
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight,
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : keyOf(item)
    },
    overscan,
    gap,
    useFlushSync: false,
    rangeExtractor,
  })
  return (
    // Not a tab stop of its own, which a browser makes of a scroller: what stands in it scrolls it.
    <div ref={scroller} className={className} tabIndex={-1}>
      <ul className="relative" aria-label={label} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((row) => {
          const item = items[row.index]
          if (item === undefined) return null
          return (
            <li
              key={row.key}
              ref={virtualizer.measureElement}
              data-index={row.index}
              aria-setsize={items.length}
              aria-posinset={row.index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${row.start}px)` }}
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
