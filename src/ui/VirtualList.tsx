import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useRef } from 'react'

interface VirtualListProps<T> {
  items: readonly T[]
  /** Unique among the items. */
  keyOf: (item: T) => string
  /** Indexes of items that stay mounted wherever the list is scrolled to. */
  keptIndexes?: readonly number[]
  /** Sizes in pixels. Rows are measured when they are rendered. */
  sizes: { row: number; gap: number; overscan: number }
  /** Accessible name, if the surroundings give none. */
  label?: string
  /** Utilities of the scrolling element. */
  className: string
  /** Shown when there are no items. */
  empty?: ReactNode
  children: (item: T) => ReactNode
}

const NONE: readonly number[] = []

/**
 * A list that renders only the rows near the window, so that thousands of items open as fast as
 * ten.
 */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { items, keyOf, keptIndexes = NONE, sizes, label, className, empty, children } = props
  const scroller = useRef<HTMLDivElement>(null)
  const keptKey = keptIndexes.join()
  const rangeExtractor = useCallback(
    (range: Range) => {
      const kept = keptKey.split(',').filter(Boolean).map(Number)
      return [...new Set([...defaultRangeExtractor(range), ...kept])].sort((a, b) => a - b)
    },
    [keptKey],
  )
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => sizes.row,
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : keyOf(item)
    },
    overscan: sizes.overscan,
    gap: sizes.gap,
    useFlushSync: false,
    rangeExtractor,
  })
  return (
    // Browsers make a scroller a tab stop. Its content scrolls it, so it needs none.
    <div ref={scroller} data-scroller className={className} tabIndex={-1}>
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
