import type { ComponentProps } from 'react'

const FRAME = [
  'group/column relative row-span-2 grid min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-subgrid px-2',
  'max-sm:snap-start max-sm:snap-always print:block print:break-inside-avoid',
].join(' ')

export function ColumnFrame(props: ComponentProps<'section'>) {
  return <section {...props} className={FRAME} />
}
