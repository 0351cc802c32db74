import type { ComponentProps, ReactNode } from 'react'

const GRID = [
  'grid h-full grid-flow-col grid-rows-[auto_minmax(0,1fr)] auto-cols-(--column) [--column:minmax(16.5rem,25rem)] sm:data-[density=compact]:[--column:minmax(13.5rem,16.5rem)]',
  // A column that is scrolled into view keeps its distance from the edge.
  'overflow-x-auto overflow-y-hidden overscroll-x-contain scroll-px-4 px-2 outline-none scrollbar-thin',
  'max-sm:[--column:100%] max-sm:[scroll-snap-type:x_mandatory] max-sm:scroll-px-0 max-sm:px-0',
  'max-sm:data-dragging:[scroll-snap-type:none] print:flex print:h-auto print:overflow-visible print:p-0',
].join(' ')

/** The columns side by side. All column heads share one row, so that they line up. */
export function BoardGrid({ className = '', ...props }: ComponentProps<'div'>) {
  return <div {...props} data-board className={`${GRID} ${className}`} />
}

const FRAME = [
  'relative row-span-2 grid min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-subgrid px-2',
  'max-sm:snap-start max-sm:snap-always print:block print:flex-1 print:px-1',
  // Room to scroll the last columns out from under the sheet.
  'in-data-beside-sheet:last-of-type:after:absolute in-data-beside-sheet:last-of-type:after:start-full',
  'in-data-beside-sheet:last-of-type:after:h-px in-data-beside-sheet:last-of-type:after:w-120',
].join(' ')

export function ColumnFrame(props: ComponentProps<'section'>) {
  return <section {...props} className={FRAME} />
}

/**
 * A line runs through all column heads, from the node of the first column to that of the last. A
 * disabled column has a lock in place of its node.
 */
const HEAD = [
  'relative flex min-h-13 items-center gap-x-2 pt-2 pe-8 pb-4 whitespace-nowrap *:[h2]:whitespace-normal pointer-coarse:pe-12',
  'flow-line data-[verdict=no]:hatched',
].join(' ')

export function ColumnHead({ children }: { children: ReactNode }) {
  return (
    <div data-column-head className={HEAD}>
      {children}
    </div>
  )
}
