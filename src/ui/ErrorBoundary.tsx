import { Component, type ReactNode, useEffect, useState } from 'react'
import { CLOSE, CRASHED, RELOAD } from '#messages/common-messages.ts'
import { Button } from './Button.tsx'
import * as parts from './background-parts.ts'
import type { CrashCardProps } from './CrashCard.tsx'
import { LoadAttemptContext } from './lazy-component.tsx'
import { useBackgroundPart } from './use-background-part.ts'

interface ErrorBoundaryProps {
  /** What it surrounds, as its name in `part-messages.ts`: "board". */
  subject: string
  /** Closes it, as another way out besides Retry. */
  onClose?: () => void
  /** Whether it is above the page, as a dialog or a menu is. */
  isOverlay?: boolean
  /** Nothing is shown in its place, and it comes back by itself. */
  isSilent?: boolean
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
    const className = props.isOverlay ? OVERLAY : IN_PLACE
    const crash = { ...props, className, error, onRetry: this.handleRetry, onClose: close }
    return <Crash {...crash} />
  }
}

const IN_PLACE = 'row-span-2 flex h-full min-w-0 overflow-y-auto p-6'
const OVERLAY = 'fixed inset-0 z-30 flex overflow-y-auto bg-canvas/80 p-6'

/** The code of the card usually is there: nothing is said twice. */
const CARD_MS = 500

/** The first screen hardly ever crashes, so its card isn't part of the first load. */
function Crash(props: CrashCardProps) {
  const [CrashCard, load] = useBackgroundPart(parts.CrashCard)
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    load()
    const timer = setTimeout(setLate, CARD_MS, true)
    return () => clearTimeout(timer)
  }, [load])
  if (CrashCard) return <CrashCard {...props} />
  if (!isLate || props.isSilent) return null
  return (
    <div role="alert" className={props.className}>
      {CRASHED}
      <Button onClick={() => window.location.reload()}>{RELOAD}</Button>
      {props.onClose && <Button onClick={props.onClose}>{CLOSE}</Button>}
    </div>
  )
}
