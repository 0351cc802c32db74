import { type KeyboardEvent, useEffect, useRef } from 'react'
import { CLOSE, RELOAD, RETRY } from '#messages/common-messages.ts'
import { Button } from './Button.tsx'
import { crashMessage } from './crash-message.ts'
import { ErrorCard } from './ErrorCard.tsx'

export interface CrashCardProps {
  subject: string
  error: unknown
  /** Must be stable. */
  onRetry: () => void
  onClose?: (() => void) | undefined
  isOverlay?: boolean
  isSilent?: boolean
  /** Utilities of the box around the card. */
  className: string
}

/** In place of a part of the screen that crashed, or whose code can't be loaded. */
export function CrashCard(props: CrashCardProps) {
  const { subject, error, onRetry, onClose, isOverlay, isSilent, className } = props
  const box = useRef<HTMLDivElement>(null)
  const { title, text, canReload, mayRecover } = crashMessage(subject, error, navigator.onLine)
  const comesBack = isSilent || mayRecover
  useEffect(() => {
    // A person who is about to press one of the buttons isn't disturbed.
    const retryUnlessInUse = () => {
      if (!box.current?.contains(document.activeElement)) onRetry()
    }
    return comesBack ? onConnection(retryUnlessInUse) : undefined
  }, [comesBack, onRetry])
  // What is above the page has the focus, and Escape closes it, as in a dialog.
  useEffect(() => {
    if (isOverlay) box.current?.focus()
  }, [isOverlay])
  if (isSilent) return null
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose?.()
  }
  return (
    <div ref={box} tabIndex={-1} className={className} onKeyDown={handleKeyDown}>
      <ErrorCard title={title} text={text} trace={error instanceof Error ? error.message : ''}>
        {canReload && (
          <Button kind="primary" onClick={() => window.location.reload()}>
            {RELOAD}
          </Button>
        )}
        <Button kind={canReload ? 'plain' : 'primary'} onClick={onRetry}>
          {RETRY}
        </Button>
        {onClose && <Button onClick={onClose}>{CLOSE}</Button>}
      </ErrorCard>
    </div>
  )
}

/** No event says that a server can be reached again. */
const RETRY_MS = 4_000

function onConnection(act: () => void): () => void {
  const timer = setInterval(act, RETRY_MS)
  window.addEventListener('online', act)
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', act)
  }
}
