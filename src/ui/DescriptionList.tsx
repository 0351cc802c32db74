import type { ReactNode } from 'react'

interface DescriptionListProps {
  /** `wide` gives the terms the rest of the width. */
  layout?: 'default' | 'wide'
  children: ReactNode
}

const LAYOUTS = {
  default: 'grid-cols-[auto_1fr] gap-y-1.5',
  wide: 'grid-cols-[1fr_auto] gap-y-1',
} as const

export function DescriptionList({ layout = 'default', children }: DescriptionListProps) {
  return <dl className={`grid gap-x-4 ${LAYOUTS[layout]}`}>{children}</dl>
}

interface DescriptionProps {
  term: ReactNode
  children: ReactNode
}

export function Description({ term, children }: DescriptionProps) {
  return (
    <>
      <dt className="text-ink-soft">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}
