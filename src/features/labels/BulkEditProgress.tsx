import { lockedMessage } from '#model/messages/card-messages.ts'
import { errorMessage } from '#model/messages/error-messages.ts'
import * as messages from '#model/messages/label-messages.ts'
import type { BulkEditState, StopReason } from '#queries/labels/use-bulk-edit.ts'
import { Button } from '#ui/Button.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'

interface BulkEditProgressProps {
  state: BulkEditState
  onStop: () => void
  onResume: () => void
  /** Resumes without the card that it stopped at. */
  onSkip?: () => void
  /** The id of the element with the reason why it can't be resumed. */
  disabledBy?: string | undefined
}

/** How far an edit of many cards is, why it stopped, and how to resume it. */
export function BulkEditProgress(props: BulkEditProgressProps) {
  const { state, onStop, onResume, onSkip, disabledBy } = props
  if (state.type !== 'running' && state.type !== 'stopped') return null
  const { done, total } = state
  const isStopped = state.type === 'stopped'
  const hasFailed = isStopped && state.reason.type !== 'by-person'
  return (
    <div className="flex flex-col gap-2">
      <ProgressBar done={done} total={total} label="Cards done" />
      <p role={hasFailed ? 'alert' : 'status'}>
        {isStopped
          ? messages.stoppedAfter(done, total, stopMessage(state.reason))
          : messages.cardProgress(done, total, state.waitSeconds)}
      </p>
      <div className="flex flex-wrap gap-2">
        {isStopped ? (
          <Button disabledBy={disabledBy} onClick={onResume}>
            Resume
          </Button>
        ) : (
          <Button onClick={onStop}>Stop</Button>
        )}
        {hasFailed && onSkip && (
          <Button disabledBy={disabledBy} onClick={onSkip}>
            Skip this card
          </Button>
        )}
      </div>
    </div>
  )
}

function stopMessage(reason: StopReason): string {
  switch (reason.type) {
    case 'by-person':
      return ''
    case 'rate-limited':
      return messages.WAITING_STOPPED
    case 'locked':
      return lockedMessage(reason.card) ?? ''
    case 'failed': {
      const why = reason.error ? errorMessage(reason.error) : messages.CHANGE_NOT_ON_BOARD
      return messages.failedOnCard(reason.card.number, why)
    }
  }
}
