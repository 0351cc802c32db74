import {
  type BulkCard,
  type BulkTarget,
  countOutcomes,
  isSameSession,
  isUnderWay,
} from '#model/bulk-move.ts'
import * as messages from '#model/messages/bulk-messages.ts'
import { type MoveIntent, movedCardName } from '#model/move-outcome.ts'
import { useSession } from '#queries/access/board-access.ts'
import { useBulkMoves } from '#queries/moves/use-bulk-moves.ts'
import { announce } from '#state/announcer.ts'
import { useBulkMoveStore } from '#state/bulk-move-store.ts'
import { closeDialog } from '#state/dialog-store.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { BulkLines } from './BulkLines.tsx'

/** What became of each card of the last move of many cards. */
export function BulkResultDialog() {
  const move = useBulkMoveStore((state) => state.move)
  const resume = useResume()
  if (!move) return null
  const counts = countOutcomes(move)
  const lines = [...move.cards.map(lineOf), ...move.leftOut.map(messages.leftOutCard)]
  return (
    <Dialog title={messages.bulkMoveTitle(counts.total, move.toName)} onClose={closeDialog}>
      <div className="flex flex-col gap-3">
        <p>{messages.bulkSummary(counts, move.isUndo)}</p>
        <BulkLines lines={lines} />
        <div className="flex flex-wrap justify-end gap-2">
          {resume && <Button onClick={resume}>{messages.moveTheRest(counts.notSent)}</Button>}
          <Button onClick={closeDialog}>Close</Button>
        </div>
      </div>
    </Dialog>
  )
}

/**
 * Sends what wasn't sent before a reload or a cancel, on the board that it belongs to. Each card is
 * checked again.
 */
function useResume(): (() => void) | undefined {
  const move = useBulkMoveStore((state) => state.move)
  const session = useSession()
  const bulkMoves = useBulkMoves()
  const rest = move?.cards.filter(({ state }) => state === 'waiting') ?? []
  if (!move?.toName || isUnderWay(move) || rest.length === 0) return undefined
  if (!isSameSession(move.session, session)) return undefined
  const { toName } = move
  return () => {
    const targets = rest.map(({ intent }) => [intent.cardId, targetOf(intent)] as const)
    const plan = bulkMoves.planRest(toName, new Map(targets))
    // Otherwise the offer stays, for example until the connection is back.
    if (!plan || plan.moves.length === 0) return announce(plan?.leftOut[0]?.reason ?? '')
    closeDialog()
    bulkMoves.run(plan)
  }
}

function targetOf(intent: MoveIntent): BulkTarget {
  return { statusId: intent.toStatusId, name: movedCardName(intent) }
}

function lineOf({ intent, state, outcome }: BulkCard): string {
  const name = movedCardName(intent)
  if (outcome) return outcome.message
  return state === 'waiting' ? messages.notSentCard(name) : messages.cardUnderWay(name)
}
