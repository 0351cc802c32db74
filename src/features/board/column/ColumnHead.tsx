import type { ReactNode } from 'react'

/**
 * A line runs through all column heads, from the node of the first column to that of the last. A
 * disabled column has a lock in place of its node.
 */
const HEAD = [
  'relative flex min-h-13 flex-wrap content-center items-center gap-x-2 gap-y-0.5 pt-2 pb-4',
  'before:absolute before:-inset-x-2 before:bottom-[0.4375rem] before:h-0.5 before:bg-line',
  'group-first-of-type/column:before:left-0',
  'group-last-of-type/column:before:right-[calc(100%-0.5rem)]',
  'after:absolute after:bottom-0.75 after:left-0 after:size-2.5 after:rounded-full',
  'after:border-2 after:border-accent after:bg-canvas group-data-disabled/column:after:hidden',
  'data-[verdict=no]:hatched',
].join(' ')

export function ColumnHead({ children }: { children: ReactNode }) {
  return (
    <div data-column-head className={HEAD}>
      {children}
    </div>
  )
}
