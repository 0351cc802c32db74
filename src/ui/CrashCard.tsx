import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Button } from './Button.tsx'
import { crashMessage } from './crash-message.ts'
import { ErrorCard } from './ErrorCard.tsx'

export interface CrashCardProps {
  /** What crashed, as a person would call it: "board". */
  part: string
  error: unknown
  /** Must be stable. */
  onRetry: () => void
  /** Closes the part, as another way out besides Retry. */
  onClose?: (() => void) | undefined
  /** Whether the part is above the page, as a dialog or a menu is. */
  isOverlay?: boolean
  /** Nothing is shown in place of the part, and it comes back by itself. */
  isSilent?: boolean
}

const IN_PLACE = 'row-span-2 flex h-full min-w-0 overflow-y-auto p-6'
const OVERLAY = 'fixed inset-0 z-30 flex overflow-y-auto bg-canvas/80 p-6'

/** In place of a part of the screen that crashed, or whose code can't be loaded. */
export function CrashCard(props: CrashCardProps) {
  const { part, error, onRetry, onClose, isOverlay = false, isSilent = false } = props
  const card = useRef<HTMLDivElement>(null)
  const { title, text, canReload, mayRecover } = crashMessage(part, error, navigator.onLine)
  const comesBack = isSilent || mayRecover
  useEffect(() => {
    // A person who is about to press one of the buttons isn't disturbed.
    const retryUnlessInUse = () => {
      if (!card.current?.contains(document.activeElement)) onRetry()
    }
    return comesBack ? onConnection(retryUnlessInUse) : undefined
  }, [comesBack, onRetry])
  // What is above the page has the focus, and Escape closes it, as in a dialog.
  useEffect(() => {
    if (isOverlay) card.current?.focus()
  }, [isOverlay])
  if (isSilent) return null
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose?.()
  }
  return (
    <div
      ref={card}
      tabIndex={-1}
      className={isOverlay ? OVERLAY : IN_PLACE}
      onKeyDown={handleKeyDown}
    >
      <ErrorCard title={title} text={text} trace={error instanceof Error ? error.message : ''}>
        {canReload && (
          <Button kind="primary" onClick={() => window.location.reload()}>
            Reload
          </Button>
        )}
        <Button kind={canReload ? 'plain' : 'primary'} onClick={onRetry}>
          Retry
        </Button>
        {onClose && <Button onClick={onClose}>Close</Button>}
      </ErrorCard>
    </div>
  )
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
