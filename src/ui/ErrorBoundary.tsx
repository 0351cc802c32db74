import { Component, createRef, type KeyboardEvent, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { ErrorCard } from './ErrorCard.tsx'
import { LoadAttemptContext } from './lazy-component.tsx'

/** What is shown in place of a crashed part. */
export interface CrashDescription {
  title: string
  text: string
  canReload: boolean
  /** Whether it may work again by itself, as after a lost connection. */
  mayRecover: boolean
}

interface ErrorBoundaryProps {
  describeError: (error: unknown) => CrashDescription
  /** Closes the part, as another way out besides Retry. */
  onClose?: () => void
  /** Whether the part is above the page, as a dialog or a menu is. */
  isOverlay?: boolean
  /** Nothing is shown in place of the part, and it comes back by itself. */
  isSilent?: boolean
  children: ReactNode
}

interface ErrorBoundaryState {
  error: unknown
  /** Passed to lazy components: each retry may load their code again. */
  loadAttempt: object
}

const IN_PLACE = 'row-span-2 flex h-full min-w-0 overflow-y-auto p-6'
const OVERLAY = 'fixed inset-0 z-30 flex overflow-y-auto bg-canvas/80 p-6'

/** Limits a crash to its part of the screen. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null, loadAttempt: {} }

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { error }
  }

  override componentDidMount() {
    // A part that crashes in its first render comes with its boundary.
    if (this.state.error !== null) this.handleCrash()
  }

  override componentDidUpdate(_: ErrorBoundaryProps, before: ErrorBoundaryState) {
    const { error } = this.state
    if (error !== null && before.error === null) this.handleCrash()
    const isWaiting = this.stopWaiting !== undefined
    const { describeError, isSilent } = this.props
    const mayRecover = error !== null && (isSilent || describeError(error).mayRecover)
    if (mayRecover && !isWaiting) this.stopWaiting = onConnection(this.retryUnlessInUse)
    if (!mayRecover) this.endWait()
  }

  override componentWillUnmount() {
    this.endWait()
  }

  private stopWaiting: (() => void) | undefined

  private endWait(): void {
    this.stopWaiting?.()
    this.stopWaiting = undefined
  }

  /** A person who is about to press one of the buttons isn't disturbed. */
  private retryUnlessInUse = () => {
    if (!this.card.current?.contains(document.activeElement)) this.handleRetry()
  }

  private readonly card = createRef<HTMLDivElement>()

  handleRetry = () => {
    this.endWait()
    this.setState({ error: null, loadAttempt: {} })
  }

  /** What is above the page has the focus, and Escape closes it, as in a dialog. */
  private handleCrash() {
    if (this.props.isOverlay) this.card.current?.focus()
  }

  private handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && this.props.onClose) this.handleClose()
  }

  handleClose = () => {
    this.handleRetry()
    this.props.onClose?.()
  }

  override render() {
    const { error, loadAttempt } = this.state
    const { describeError, onClose, isOverlay, isSilent, children } = this.props
    if (error === null) {
      return <LoadAttemptContext value={loadAttempt}>{children}</LoadAttemptContext>
    }
    if (isSilent) return null
    const { title, text, canReload } = describeError(error)
    const trace = error instanceof Error ? error.message : ''
    return (
      <div
        ref={this.card}
        tabIndex={-1}
        className={isOverlay ? OVERLAY : IN_PLACE}
        onKeyDown={this.handleKeyDown}
      >
        <ErrorCard title={title} text={text} trace={trace}>
          {canReload && (
            <Button kind="primary" onClick={() => window.location.reload()}>
              Reload
            </Button>
          )}
          <Button kind={canReload ? 'plain' : 'primary'} onClick={this.handleRetry}>
            Retry
          </Button>
          {onClose && <Button onClick={this.handleClose}>Close</Button>}
        </ErrorCard>
      </div>
    )
  }
}

/** Nothing tells that a server can be reached again. */
const RETRY_MS = 4_000

function onConnection(act: () => void): () => void {
  const timer = setInterval(act, RETRY_MS)
  window.addEventListener('online', act)
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', act)
  }
}
