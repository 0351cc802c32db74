import { type ReactNode, useRef } from 'react'
import type { RowOptions } from './row-positions.ts'
import { useVirtualRows } from './use-virtual-rows.ts'

interface VirtualListProps<T> {
  items: readonly T[]
  /** Must be stable. */
  rows: RowOptions<T>
  /** Indexes of items that stay mounted wherever the list is scrolled to. */
  keptIndexes?: readonly number[]
  /** More of them, read when the list scrolls; -1 for none. By default, the row with the focus. */
  heldIndexes?: () => readonly number[]
  /** Accessible name, if the surroundings give none. */
  label?: string
  /** Utilities of the scrolling element. */
  className: string
  /** Beside the rows, below the last one: for example that there are none. */
  belowRows?: ReactNode
  children: (item: T) => ReactNode
}

const NONE: readonly number[] = []

/**
 * A list that renders only the rows near the visible part, so that thousands of items open as fast
 * as ten. Rows are in the normal flow between two paddings, so none can overlap another, and a kept
 * row elsewhere is out of the flow.
 */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { items, rows, label, className, belowRows, children } = props
  const { keptIndexes = NONE, heldIndexes } = props
  const scroller = useRef<HTMLDivElement>(null)
  const { positions, range, isPrinted, observeRow } = useVirtualRows(scroller, items, rows)
  const { first, end } = range
  const isInFlow = (index: number) => index >= first && index < end
  const held = heldIndexes ? heldIndexes() : [focusedIndex(scroller.current)]
  const elsewhere = [...keptIndexes, ...held].filter((index) => index >= 0 && !isInFlow(index))
  const indexes = Array.from({ length: end - first }, (_, offset) => first + offset)
  const all = [...new Set([...indexes, ...elsewhere])].sort((a, b) => a - b)
  return (
    // Browsers make a scroller a tab stop. Its content scrolls it, so it needs none.
    <div ref={scroller} data-scroller className={className} tabIndex={-1}>
      <ul
        className="relative print:pb-0!"
        aria-label={label}
        style={{
          paddingTop: positions.topOf(first),
          paddingBottom: positions.heightFrom(end),
        }}
      >
        {all.map((index) => {
          const item = items[index]
          if (item === undefined) return null
          return (
            <li
              key={rows.keyOf(item)}
              ref={observeRow}
              data-index={index}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              className={isInFlow(index) ? undefined : 'absolute inset-x-0'}
              style={isInFlow(index) ? { marginBottom: rows.gap } : { top: positions.topOf(index) }}
            >
              {children(item)}
            </li>
          )
        })}
      </ul>
      {belowRows}
      {end < items.length && rows.moreMessage && (
        <p className="sr-only print:not-sr-only">
          {rows.moreMessage(items.length - end, isPrinted)}
        </p>
      )}
    </div>
  )
}

function focusedIndex(scroller: Element | null): number {
  const { activeElement } = document
  if (!activeElement || !scroller?.contains(activeElement)) return -1
  return Number(activeElement.closest('[data-index]')?.getAttribute('data-index') ?? -1)
}
