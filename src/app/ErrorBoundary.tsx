import { Component, type ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import { ErrorCard } from '#ui/ErrorCard.tsx'

interface ErrorBoundaryProps {
  /** What failed, as a person would call it: "board". */
  part: string
  /** Another way out beside Retry. */
  onLeave?: () => void
  children: ReactNode
}

interface ErrorBoundaryState {
  error: unknown
}

/** Keeps a crash to its part of the screen. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null }

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error }
  }

  override render() {
    if (this.state.error === null) return this.props.children
    const { part, onLeave } = this.props
    const words = this.state.error instanceof Error ? this.state.error.message : ''
    return (
      <div className="flex h-full p-6">
        <ErrorCard
          title={`The ${part} failed`}
          text="This part of the app met a fault of its own. The rest still works."
          trace={words}
        >
          <Button kind="primary" onClick={() => this.setState({ error: null })}>
            Retry
          </Button>
          {onLeave && <Button onClick={onLeave}>Close</Button>}
        </ErrorCard>
      </div>
    )
  }
}
