import type { ReactNode } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { assignedTo, NO_TITLE } from '#messages/card-messages.ts'
import { MOVE_TO } from '#messages/common-messages.ts'
import { ASSIGNEE, COLUMN, PRIORITY } from '#messages/list-messages.ts'
import * as messages from '#messages/panel-messages.ts'
import {
  CARD_NOT_ON_THIS_BOARD,
  CHOOSE_ANOTHER_PROJECT,
  PROJECT,
  SHOW_THE_BOARD,
} from '#messages/panel-messages.ts'
import { switchToKey } from '#messages/permission-messages.ts'
import { assigneesOf } from '#model/assignees.ts'
import { cardName, findCard } from '#model/board-lookup.ts'
import { immovableReason } from '#model/move-check.ts'
import { weakestKey } from '#model/other-keys.ts'
import { useBoardAccess, useSession } from '#queries/access/board-access.ts'
import { useBoardView } from '#queries/board-view/use-board-view.tsx'
import { focusCard, openMenu } from '#state/board-ui-store.ts'
import { useCardStatus } from '#state/card-status-store.ts'
import { projectName, useNames } from '#state/names.ts'
import { closeCard } from '#state/navigation.ts'
import { switchKey } from '#state/recent-boards-store.ts'
import { changeUrl } from '#state/url.ts'
import { avatars } from '#ui/Avatars.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { BlockedAdvice } from './BlockedAdvice.tsx'
import { CardLabels } from './CardLabels.tsx'
import { NextMoveButton } from './NextMoveButton.tsx'
import { PanelControls } from './PanelControls.tsx'
import { RepositorySection } from './RepositorySection.tsx'
import { StopDetails } from './StopDetails.tsx'

interface CardPanelProps {
  cardId: string
  /** What gets the focus when the panel opens. */
  section: 'labels' | undefined
}

/**
 * The panel of one card: everything that the service reports about it, and what to do after a
 * refused promotion.
 */
export function CardPanel({ cardId, section }: CardPanelProps) {
  const view = useBoardView()
  const found = view && findCard(view.board, cardId)
  if (!view) return null
  if (!found) return <MissingCardDialog />
  const { card } = found
  const isMoving = view.movingCardIds.has(card.id)
  return (
    <Sheet
      label={cardName(card)}
      controls={<PanelControls card={card} />}
      onClose={closeCard}
      returnFocus={() => focusCard(card.id)}
    >
      <div className="flex flex-col gap-5">
        <h2 className="font-semibold text-lg leading-snug" dir="auto">
          {card.title.trim() ? card.title : NO_TITLE}
        </h2>
        <Facts card={card} board={view.board} />
        <NextMoveButton card={card} board={view.board} isMoving={isMoving} />
        {!isMoving && !card.blocked && <StopDetails card={card} board={view.board} />}
        {card.blocked && <BlockedAdvice card={card} board={view.board} />}
        <MoveStatus card={card} />
        <CardLabels key={card.id} card={card} isPicking={section === 'labels'} />
        <RepositorySection card={card} board={view.board} isMoving={isMoving} />
      </div>
    </Sheet>
  )
}

function MissingCardDialog() {
  const { projectId } = useSession()
  const chooseProject = () => changeUrl({ projectId: null }, 'push')
  return (
    <Dialog title={CARD_NOT_ON_THIS_BOARD} onClose={closeCard}>
      <p>{messages.CARD_NOT_ON_BOARD}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button kind="primary" onClick={closeCard}>
          {SHOW_THE_BOARD}
        </Button>
        {projectId !== undefined && (
          <Button onClick={chooseProject}>{CHOOSE_ANOTHER_PROJECT}</Button>
        )}
      </div>
    </Dialog>
  )
}

function MoveStatus({ card }: { card: Card }) {
  const status = useCardStatus(useSession(), card)
  return status ? <p className="text-warning">{status.text}</p> : null
}

function Facts({ card, board }: { card: Card; board: Board }) {
  const column = findCard(board, card.id)?.column
  const { workspaceId } = useSession()
  const names = useNames()
  return (
    <dl className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-x-6 gap-y-3">
      <Fact term={COLUMN}>
        <bdi>{column?.name}</bdi>
        <MoveButton card={card} board={board} />
      </Fact>
      <Fact term={PRIORITY}>
        <span data-priority={card.priority} className="inline-flex items-center gap-1.5">
          <bdi>{card.priority || messages.PRIORITY_NOT_STATED}</bdi>
        </span>
      </Fact>
      <Fact term={ASSIGNEE}>
        {avatars(assigneesOf(card), assignedTo)}
        <bdi>{card.assignee ?? messages.NOBODY_ASSIGNED}</bdi>
      </Fact>
      {card.projectId && (
        <Fact term={PROJECT}>
          <bdi>{projectName(names, workspaceId, card.projectId) ?? card.projectId}</bdi>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-soft text-xs">{term}</dt>
      <dd className="flex min-h-7.5 flex-wrap items-center gap-2">{children}</dd>
    </div>
  )
}

function MoveButton({ card, board }: { card: Card; board: Board }) {
  const { session, role, otherKeys } = useBoardAccess()
  const reason = immovableReason(card, board.columns, role)
  const isEnough = (other: string) => immovableReason(card, board.columns, other) === undefined
  const otherKey = reason ? weakestKey(otherKeys, isEnough) : undefined
  return (
    <>
      <Button
        data-sheet-move={card.id}
        aria-haspopup="menu"
        onClick={() => openMenu({ type: 'move', cardId: card.id, isFromPanel: true })}
        disabledBy={reason ? 'card-immovable' : undefined}
      >
        {MOVE_TO}
      </Button>
      {reason && (
        <span id="card-immovable" className="text-ink-soft text-xs">
          {reason}
        </span>
      )}
      {otherKey && (
        <Button onClick={() => switchKey(session.workspaceId, otherKey.keyId)}>
          {switchToKey(otherKey.name)}
        </Button>
      )}
    </>
  )
}
