import { Component, type ReactNode } from 'react'
import { CrashCard } from './CrashCard.tsx'

interface ErrorBoundaryProps {
  /** What it surrounds, as its name in `part-messages.ts`: "board". */
  subject: string
  /** Closes it, as another way out besides Retry. */
  onClose?: () => void
  /** Whether it is above the page, as a dialog or a menu is. */
  isOverlay?: boolean
  /** Nothing else has its place: the message is at the lower edge of the page. */
  isBeside?: boolean
  /** Nothing is shown in its place, and it comes back by itself. */
  isSilent?: boolean
  children: ReactNode
}

interface ErrorBoundaryState {
  error: unknown
}

/** Limits a crash to its part of the screen. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null }

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error }
  }

  handleRetry = () => this.setState({ error: null })

  handleClose = () => {
    this.handleRetry()
    this.props.onClose?.()
  }

  override render() {
    const { error } = this.state
    const { children, onClose, isBeside, ...props } = this.props
    if (error === null) return children
    const close = onClose && this.handleClose
    const place = isBeside ? BESIDE : IN_PLACE
    const className = props.isOverlay ? OVERLAY : place
    const crash = { ...props, className, error, onRetry: this.handleRetry, onClose: close }
    return <CrashCard {...crash} />
  }
}

const IN_PLACE = 'row-span-2 flex h-full min-w-0 overflow-y-auto p-6'
const BESIDE = 'fixed inset-x-0 bottom-0 z-30 flex max-h-[50dvh] overflow-y-auto p-3 print:hidden'
const OVERLAY = 'fixed inset-0 z-30 flex overflow-y-auto bg-canvas/80 p-6'
