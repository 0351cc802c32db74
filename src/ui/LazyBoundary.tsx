import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'

interface LazyBoundaryProps {
  /** What is lazy, as a person would call it: "dialog". */
  subject: string
  onClose: () => void
  children: ReactNode
}

/** Surrounds a lazy component above the page: it can come late, or fail, without the rest. */
export function LazyBoundary({ subject, onClose, children }: LazyBoundaryProps) {
  return (
    <ErrorBoundary subject={subject} onClose={onClose} isOverlay>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  )
}
