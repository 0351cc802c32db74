import type { ComponentProps } from 'react'

const FRAME = [
  'relative row-span-2 grid min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-subgrid px-2',
  'max-sm:snap-start max-sm:snap-always print:block print:flex-1 print:px-1',
  // Room to scroll the last columns out from under the sheet.
  'last-of-type:after:in-data-beside-sheet:absolute last-of-type:after:in-data-beside-sheet:left-full',
  'last-of-type:after:in-data-beside-sheet:h-px last-of-type:after:in-data-beside-sheet:w-120',
].join(' ')

export function ColumnFrame(props: ComponentProps<'section'>) {
  return <section {...props} className={FRAME} />
}
