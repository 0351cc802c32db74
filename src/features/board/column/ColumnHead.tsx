import type { ReactNode } from 'react'

/**
 * A line runs through all column heads, from the node of the first column to that of the last. A
 * disabled column has a lock in place of its node.
 */
const HEAD = [
  'relative flex min-h-13 flex-wrap content-center items-center gap-x-2 gap-y-0.5 pt-2 pb-4',
  'flow-line data-[verdict=no]:hatched',
].join(' ')

export function ColumnHead({ children }: { children: ReactNode }) {
  return (
    <div data-column-head className={HEAD}>
      {children}
    </div>
  )
}
