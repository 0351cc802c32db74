import type { Board } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { cardName, findCard } from '#model/board-lookup.ts'
import * as messages from '#model/messages/card-messages.ts'
import { immovableReason } from '#model/move-options.ts'
import { useBoardAccess, useSession } from '#queries/session.ts'
import { useBoardView } from '#queries/use-board-view.tsx'
import { openMenu } from '#state/board-ui-store.ts'
import { useCardStatus } from '#state/card-status-store.ts'
import { closeCard } from '#state/open-card.ts'
import { changeUrl } from '#state/url.ts'
import { Button } from '#ui/Button.tsx'
import { Description, DescriptionList } from '#ui/DescriptionList.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { BlockedAdvice } from './BlockedAdvice.tsx'
import { CardLabelPicker } from './CardLabelPicker.tsx'

interface CardDialogProps {
  cardId: string
  /** What gets the focus when the panel opens. */
  section: 'labels' | undefined
}

/**
 * The panel of one card: everything that the service reports about it, and what to do after a
 * refused promotion.
 */
export function CardDialog({ cardId, section }: CardDialogProps) {
  const view = useBoardView()
  const found = view && findCard(view.board, cardId)
  if (!view) return null
  if (!found) return <MissingCardDialog />
  const { card, column } = found
  return (
    <Dialog title={cardName(card)} onClose={closeCard}>
      <div className="flex flex-col gap-4">
        {card.blocked && <BlockedAdvice card={card} board={view.board} />}
        <MoveStatus card={card} />
        <DescriptionList>
          <Description term="Column">
            <bdi>{column.name}</bdi>
          </Description>
          <Description term="Priority">
            <bdi>{card.priority || messages.PRIORITY_NOT_STATED}</bdi>
          </Description>
          <Description term="Assignee">
            <bdi>{card.assignee ?? messages.NOBODY_ASSIGNED}</bdi>
          </Description>
          {card.projectId && (
            <Description term="Project">
              <bdi>{card.projectId}</bdi>
            </Description>
          )}
        </DescriptionList>
        <MoveButton card={card} board={view.board} />
        <CardLabelPicker card={card} hasInitialFocus={section === 'labels'} />
      </div>
    </Dialog>
  )
}

function MissingCardDialog() {
  const { projectId } = useSession()
  const chooseProject = () => changeUrl({ projectId: null }, 'push')
  return (
    <Dialog title="Card not on this board" onClose={closeCard}>
      <p>{messages.CARD_NOT_ON_BOARD}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button kind="primary" onClick={closeCard}>
          Show the board
        </Button>
        {projectId !== undefined && <Button onClick={chooseProject}>Choose another project</Button>}
      </div>
    </Dialog>
  )
}

function MoveStatus({ card }: { card: Card }) {
  const status = useCardStatus(useSession(), card)
  return status ? <p className="text-warning">{status.text}</p> : null
}

function MoveButton({ card, board }: { card: Card; board: Board }) {
  const { role } = useBoardAccess()
  const reason = immovableReason(card, board.columns, role)
  const handleMove = () => {
    closeCard()
    openMenu({ type: 'move', cardId: card.id })
  }
  return (
    <div>
      <Button onClick={handleMove} disabledBy={reason ? 'card-immovable' : undefined}>
        Move to…
      </Button>
      {reason && (
        <p id="card-immovable" className="mt-1 text-ink-soft text-xs">
          {reason}
        </p>
      )}
    </div>
  )
}
