import type { ReactNode } from 'react'

/**
 * A line runs through all column heads, with a node for each column. A disabled column has a filled
 * node.
 */
const HEAD = [
  'relative flex min-h-13 flex-wrap content-center items-center gap-x-2 gap-y-0.5 px-2 pt-2 pb-3.5',
  'before:absolute before:-inset-x-1.5 before:bottom-1.5 before:h-0.5 before:bg-line',
  'group-last-of-type/column:before:right-1/2 max-sm:before:-inset-x-2',
  'after:absolute after:bottom-0.5 after:left-2 after:size-2.5 after:rounded-full',
  'after:border-2 after:border-accent after:bg-canvas',
  'group-data-disabled/column:after:border-line-strong',
  'group-data-disabled/column:after:bg-line-strong',
].join(' ')

export function ColumnHead({ children }: { children: ReactNode }) {
  return (
    <div data-column-head className={HEAD}>
      {children}
    </div>
  )
}
