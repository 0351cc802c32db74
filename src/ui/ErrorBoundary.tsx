import { Component, type ReactNode, useEffect } from 'react'
import { useBackgroundComponent } from '#hooks/use-background-component.ts'
import type { CrashCardProps } from './CrashCard.tsx'
import { LoadAttemptContext } from './lazy-component.tsx'

interface ErrorBoundaryProps extends Omit<CrashCardProps, 'error' | 'onRetry'> {
  children: ReactNode
}

interface ErrorBoundaryState {
  error: unknown
  /** Passed to lazy components: each retry may load their code again. */
  loadAttempt: object
}

/** Limits a crash to its part of the screen. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null, loadAttempt: {} }

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { error }
  }

  handleRetry = () => this.setState({ error: null, loadAttempt: {} })

  handleClose = () => {
    this.handleRetry()
    this.props.onClose?.()
  }

  override render() {
    const { error, loadAttempt } = this.state
    const { children, onClose, ...props } = this.props
    if (error === null) {
      return <LoadAttemptContext value={loadAttempt}>{children}</LoadAttemptContext>
    }
    const close = onClose && this.handleClose
    return <CrashFallback {...props} error={error} onRetry={this.handleRetry} onClose={close} />
  }
}

/** The first screen hardly ever crashes, so the card isn't part of its code. */
function CrashFallback(props: CrashCardProps) {
  const [CrashCard, load] = useBackgroundComponent(loadCrashCard)
  useEffect(load, [load])
  if (CrashCard) return <CrashCard {...props} />
  return props.isSilent ? null : <p className="p-6">Something went wrong here.</p>
}

async function loadCrashCard() {
  const { CrashCard } = await import('./CrashCard.tsx')
  return CrashCard
}
