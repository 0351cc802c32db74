import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'

interface LazyBoundaryProps {
  /** What is lazy, as a person would call it: "dialog". */
  part: string
  onClose: () => void
  children: ReactNode
}

/** Surrounds a lazy component above the page: it can come late, or fail, without the rest. */
export function LazyBoundary({ part, onClose, children }: LazyBoundaryProps) {
  return (
    <ErrorBoundary part={part} onClose={onClose} isOverlay>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  )
}
