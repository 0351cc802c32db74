import { type ReactNode, Suspense } from 'react'
import { type CrashDescription, ErrorBoundary } from './ErrorBoundary.tsx'

interface LazyBoundaryProps {
  describeError: (error: unknown) => CrashDescription
  onClose: () => void
  children: ReactNode
}

/** Surrounds a lazy component above the page: it can come late, or fail, without the rest. */
export function LazyBoundary({ describeError, onClose, children }: LazyBoundaryProps) {
  return (
    <ErrorBoundary describeError={describeError} onClose={onClose} isOverlay>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  )
}
