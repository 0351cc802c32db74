import { useEffect } from 'react'
import { MOVE_BACK } from '#messages/card-menu-messages.ts'
import {
  moveBackEffect,
  moveBackTitle,
  NOTHING_TO_LEAVE,
} from '#messages/card-repository-messages.ts'
import { CANCEL } from '#messages/common-messages.ts'
import { cardName, findCard } from '#model/board-lookup.ts'
import { stagesLeft } from '#model/passed-columns.ts'
import { useBoardView } from '#queries/board-view/use-board-view.tsx'
import { useMoves } from '#queries/changes/use-moves.ts'
import { focusCard } from '#state/board-ui-store.ts'
import { closeDialog, closeDialogOf, useDialogStore } from '#state/dialog-store.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'

/** The dialog while a person is asked. */
export function MoveBackQuestion() {
  const dialog = useDialogStore((state) => state.dialog)
  // Without the board, the shortcuts of the page would stay off for it.
  useEffect(() => () => closeDialogOf('move-back'), [])
  return dialog.type === 'move-back' ? <MoveBackDialog {...dialog} /> : null
}

interface MoveBackDialogProps {
  cardId: string
  columnKey: string
}

/** Asks before a card is moved back on a board over a repository: branches get commits. */
function MoveBackDialog({ cardId, columnKey }: MoveBackDialogProps) {
  const moves = useMoves()
  const board = useBoardView()?.board
  const found = board && findCard(board, cardId)
  const target = board?.columns.find(({ key }) => key === columnKey)
  const close = () => {
    closeDialog()
    focusCard(cardId)
  }
  const move = () => {
    moves.request({ cardId, columnKey })
    close()
  }
  // Somebody else was faster.
  const stages = board && found && target ? stagesLeft(board, found, target) : []
  return (
    <Dialog
      title={moveBackTitle(found ? cardName(found.card) : '', target?.name ?? '')}
      role="alertdialog"
      onClose={close}
    >
      <p>{stages.length > 0 ? moveBackEffect(stages) : NOTHING_TO_LEAVE}</p>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button onClick={close}>{CANCEL}</Button>
        {stages.length > 0 && (
          <Button kind="primary" data-autofocus onClick={move}>
            {MOVE_BACK}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
