import { cardName } from '#model/board-lookup.ts'
import { type BulkCard, countOutcomes } from '#model/bulk-move.ts'
import * as messages from '#model/messages/bulk-messages.ts'
import { useBulkMoves } from '#queries/moves/use-bulk-moves.ts'
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
        <p>{messages.bulkSummary(counts)}</p>
        <BulkLines lines={lines} />
        <div className="flex flex-wrap justify-end gap-2">
          {resume && <Button onClick={resume}>{messages.moveTheRest(counts.notSent)}</Button>}
          <Button onClick={closeDialog}>Close</Button>
        </div>
      </div>
    </Dialog>
  )
}

/** Sends what wasn't sent before a reload or a cancel. Each card is checked again. */
function useResume(): (() => void) | undefined {
  const move = useBulkMoveStore((state) => state.move)
  const bulkMoves = useBulkMoves()
  const rest = move?.cards.filter(({ state }) => state === 'waiting') ?? []
  const target = rest[0]?.intent.toStatusId
  const isOver = move?.phase === 'interrupted' || move?.phase === 'done'
  if (!move || !isOver || target === undefined || move.isUndo) return undefined
  return () => {
    const plan = bulkMoves.plan(new Set(rest.map(({ intent }) => intent.cardId)), target)
    closeDialog()
    if (plan) bulkMoves.run(plan)
  }
}

function lineOf({ intent, state, outcome }: BulkCard): string {
  const name = cardName({ number: intent.cardNumber, title: intent.cardTitle })
  if (outcome) return outcome.message
  return state === 'waiting' ? messages.notSentCard(name) : messages.cardUnderWay(name)
}
