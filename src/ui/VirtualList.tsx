import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'

interface VirtualListProps<T> {
  items: readonly T[]
  keyOf: (item: T) => string
  /** Keys of items whose row must not be taken away: somebody is writing there. */
  kept?: ReadonlySet<string>
  /** The usual height of a row, in pixels; rows are measured as they are drawn. */
  usualHeight: number
  className: string
  children: (item: T) => ReactNode
}

const OVERSCAN = 6

/** A list in which only the rows near the window exist, so that hundreds of items open as fast as ten. */
export function VirtualList<T>({ items, keyOf, kept, usualHeight, className, children }: VirtualListProps<T>) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight,
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : keyOf(item)
    },
    overscan: OVERSCAN,
    useFlushSync: false,
    rangeExtractor: (range) => {
      const keep = items.flatMap((item, index) => (kept?.has(keyOf(item)) ? [index] : []))
      return [...new Set([...defaultRangeExtractor(range), ...keep])].sort((a, b) => a - b)
    },
  })
  return (
    <div ref={scroller} className={`list-scroll overflow-y-auto overscroll-contain ${className}`} tabIndex={-1}>
      <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
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
    </div>
  )
}
