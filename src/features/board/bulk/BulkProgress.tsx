import { type BulkMove, countOutcomes, isUnderWay } from '#model/bulk-move.ts'
import * as messages from '#model/messages/bulk-messages.ts'
import { cancelBulkMove, pauseBulkMove, resumeBulkMove } from '#queries/moves/bulk-moves.ts'
import { useBulkMoveStore } from '#state/bulk-move-store.ts'
import { openDialog } from '#state/dialog-store.ts'
import { Button } from '#ui/Button.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { BOTTOM_BAR } from './BottomBars.tsx'

/** How far a move of many cards is, with what pauses and ends it. */
export function BulkProgress() {
  const move = useBulkMoveStore((state) => state.move)
  return move && isUnderWay(move) ? <Bar move={move} /> : null
}

function Bar({ move }: { move: BulkMove }) {
  const { done, total } = countOutcomes(move)
  const isPaused = move.phase === 'paused'
  return (
    <section aria-label={messages.bulkMoveTitle(total, move.toName)} className={BOTTOM_BAR}>
      <span className="w-40">
        <ProgressBar done={done} total={total} label="Cards done" />
      </span>
      <span className="digits">{messages.bulkProgress(done, total, move.waitSeconds)}</span>
      {move.pausedBy && move.pausedBy !== 'by-person' && (
        <span>{messages.PAUSED[move.pausedBy]}</span>
      )}
      {move.phase !== 'canceled' && (
        <>
          <Button kind="quiet" onClick={isPaused ? resumeBulkMove : pauseBulkMove}>
            {isPaused ? 'Resume' : 'Pause'}
          </Button>
          <Button kind="quiet" onClick={cancelBulkMove}>
            Cancel
          </Button>
        </>
      )}
      <Button kind="quiet" onClick={() => openDialog({ type: 'bulk-move-result' })}>
        {messages.DETAILS}
      </Button>
    </section>
  )
}
