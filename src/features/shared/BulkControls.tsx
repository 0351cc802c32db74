import * as messages from '#messages/bulk-messages.ts'
import { CANCEL, CARDS_DONE, PAUSE, RESUME } from '#messages/common-messages.ts'
import type { BulkAction } from '#model/bulk-action.ts'
import { countOutcomes } from '#model/bulk-card.ts'
import { pauseBulkAction, resumeBulkAction } from '#queries/changes/bulk-actions.ts'
import { cancelBulkAction } from '#state/bulk-action-store.ts'
import { Button } from '#ui/Button.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'

/** How far an action on many cards is, with what pauses and ends it. */
export function BulkControls({ action }: { action: BulkAction }) {
  const { done, total } = countOutcomes(action)
  const isPaused = action.phase === 'paused'
  return (
    <>
      <span className="w-40">
        <ProgressBar done={done} total={total} label={CARDS_DONE} />
      </span>
      <span className="digits">{messages.bulkProgress(done, total, action.waitSeconds)}</span>
      {action.pausedBy && action.pausedBy !== 'by-person' && (
        <span>{messages.PAUSED[action.pausedBy]}</span>
      )}
      {action.phase !== 'canceled' && (
        <>
          <Button kind="quiet" onClick={isPaused ? resumeBulkAction : pauseBulkAction}>
            {isPaused ? RESUME : PAUSE}
          </Button>
          <Button kind="quiet" onClick={cancelBulkAction}>
            {CANCEL}
          </Button>
        </>
      )}
    </>
  )
}
