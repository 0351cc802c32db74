import type { ComponentProps } from 'react'

const GRID = [
  'grid h-full grid-flow-col grid-rows-[auto_minmax(0,1fr)] auto-cols-[minmax(16.5rem,25rem)]',
  'overflow-x-auto overflow-y-hidden overscroll-x-contain px-2 outline-none scrollbar-thin',
  'max-sm:auto-cols-[100%] max-sm:[scroll-snap-type:x_mandatory] max-sm:px-0',
  'max-sm:data-dragging:[scroll-snap-type:none] print:flex print:h-auto print:overflow-visible print:p-0',
].join(' ')

/** The columns side by side. All column heads share one row, so that they line up. */
export function BoardGrid({ className = '', ...props }: ComponentProps<'div'>) {
  return <div {...props} data-board className={`${GRID} ${className}`} />
}
