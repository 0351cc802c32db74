import { Component, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { ErrorCard } from './ErrorCard.tsx'
import { forgetFailedParts } from './lazy-part.tsx'

interface ErrorBoundaryProps {
  /** What failed, as a person would call it: "board". */
  part: string
  /** Another way out beside Retry. */
  onLeave?: () => void
  /** The part stands above the page, so its failure does too. */
  above?: boolean
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

  handleRetry = () => {
    forgetFailedParts()
    this.setState({ error: null })
  }

  handleLeave = () => {
    this.handleRetry()
    this.props.onLeave?.()
  }

  override render() {
    if (this.state.error === null) return this.props.children
    const { part, onLeave, above } = this.props
    const words = this.state.error instanceof Error ? this.state.error.message : ''
    const { title, text, reload } = faultWords(part, words)
    return (
      <div
        className={
          above
            ? 'fixed inset-0 z-30 flex overflow-y-auto bg-canvas/80 p-6'
            : 'row-span-2 flex h-full min-w-0 overflow-y-auto p-6'
        }
      >
        <ErrorCard title={title} text={text} trace={words}>
          {reload && (
            <Button kind="primary" onClick={() => window.location.reload()}>
              Reload
            </Button>
          )}
          <Button kind={reload ? 'plain' : 'primary'} onClick={this.handleRetry}>
            Retry
          </Button>
          {onLeave && <Button onClick={this.handleLeave}>Close</Button>}
        </ErrorCard>
      </div>
    )
  }
}

function faultWords(part: string, words: string): { title: string; text: string; reload: boolean } {
  if (!isMissingPart(words)) {
    return {
      title: `The ${part} failed`,
      text: 'This part of the app met a fault of its own. The rest still works.',
      reload: false,
    }
  }
  if (!navigator.onLine) {
    return {
      title: 'You are offline',
      text: `The ${part} has not been fetched yet. What is on the screen stays; reload the page once the connection is back.`,
      reload: false,
    }
  }
  return {
    title: 'This page is older than the service’s',
    text: `The ${part} could not be fetched: a newer version of this page may have taken its place, or the line broke. Reload to get it; your keys stay.`,
    reload: true,
  }
}

/** Browsers give the failed fetch of a script no name of its own, only words. */
function isMissingPart(words: string): boolean {
  return /dynamically imported module|Importing a module script failed|error loading dynamically/i.test(words)
}
