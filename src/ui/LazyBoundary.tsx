import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'

interface LazyBoundaryProps {
  /** What is fetched, as a person would call it: "filter". */
  part: string
  onLeave: () => void
  children: ReactNode
}

/** Around a part that is fetched when it is wanted and stands above the page: it may come late, or fail, alone. */
export function LazyBoundary({ part, onLeave, children }: LazyBoundaryProps) {
  return (
    <ErrorBoundary part={part} onLeave={onLeave} above>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  )
}
