import { useEffect, useId, useState } from 'react'
import { TextLines } from '#features/shared/TextLines.tsx'
import * as messages from '#messages/bulk-messages.ts'
import { CANCEL } from '#messages/common-messages.ts'
import { TARGET_NOT_ON_BOARD } from '#messages/move-messages.ts'
import { isSameSession } from '#model/bulk-card.ts'
import { chosenPlan } from '#model/bulk-move.ts'
import { cardNameOf } from '#model/move-outcome.ts'
import { useSession } from '#queries/access/board-access.ts'
import { useBulkMoves } from '#queries/changes/use-bulk-moves.ts'
import { useIsBulkActionUnderWay } from '#state/bulk-action-store.ts'
import { closeDialog, closeDialogOf } from '#state/dialog-store.ts'
import { clearSelection } from '#state/selection-store.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { returnToCard } from '../focus/show-card.ts'

interface BulkMoveDialogProps {
  cardIds: ReadonlySet<string>
  columnKey: string
}

/** Which of the selected cards move and which don't, with the reasons, before anything is sent. */
export function BulkMoveDialog({ cardIds, columnKey }: BulkMoveDialogProps) {
  const bulkMoves = useBulkMoves()
  // What is shown is what is sent: a card that changes while the dialog is open keeps its line.
  const [plan] = useState(() => bulkMoves.plan(cardIds, columnKey))
  const [isTryingAll, setIsTryingAll] = useState(false)
  const isBusy = useIsBulkActionUnderWay()
  const reasonId = useId()
  const session = useSession()
  // Back can open another board, and the cards belong to this one.
  const isForeign = plan !== undefined && !isSameSession(plan.session, session)
  useEffect(() => {
    if (isForeign) closeDialogOf('bulk-move')
  }, [isForeign])
  if (!plan) {
    return (
      <Dialog title={messages.MOVE_CARDS} onClose={closeDialog}>
        <p>{TARGET_NOT_ON_BOARD}</p>
      </Dialog>
    )
  }
  const { leftOut, stopped, stagesLeft, toName } = plan
  const chosen = chosenPlan(plan, isTryingAll)
  const { moves } = chosen
  const busyReason = isBusy ? messages.BULK_ACTION_UNDER_WAY : undefined
  const disabledReason = moves.length === 0 ? messages.NO_CARD_CAN_MOVE : busyReason
  const move = () => {
    closeDialog()
    bulkMoves.run(chosen)
    clearSelection()
    returnToCard()
  }
  return (
    <Dialog title={messages.bulkMoveTitle(moves.length, toName)} onClose={closeDialog}>
      <div className="flex flex-col gap-3">
        {stagesLeft.length > 0 && <p>{messages.commitsOfBulkMove(stagesLeft)}</p>}
        {plan.moves.length > 0 && (
          <>
            <p>{messages.cardsToMove(plan.moves.length)}</p>
            <TextLines
              lines={plan.moves.map((intent) =>
                messages.cardToMove(cardNameOf(intent), plan.attention.get(intent.cardId)),
              )}
            />
          </>
        )}
        {stopped.length > 0 && (
          <>
            <p>{messages.stoppedMoves(stopped.length)}</p>
            <TextLines lines={stopped.map(messages.leftOutCard)} />
            <label className="flex items-center gap-2 pointer-coarse:min-h-11">
              <input
                type="checkbox"
                className="size-4 accent-accent"
                checked={isTryingAll}
                onChange={(event) => setIsTryingAll(event.target.checked)}
              />
              {messages.TRY_ANYWAY}
            </label>
          </>
        )}
        {leftOut.length > 0 && (
          <>
            <p>{messages.leftOutCards(leftOut.length)}</p>
            <TextLines lines={leftOut.map(messages.leftOutCard)} />
          </>
        )}
        <div className="flex flex-wrap items-center justify-end gap-2">
          {disabledReason && (
            <span id={reasonId} className="me-auto text-ink-soft">
              {disabledReason}
            </span>
          )}
          <Button onClick={closeDialog}>{CANCEL}</Button>
          <Button
            kind="primary"
            data-autofocus
            disabledBy={disabledReason && reasonId}
            onClick={move}
          >
            {messages.bulkMoveTitle(moves.length, toName)}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
