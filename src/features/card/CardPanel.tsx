import type { Board } from '#contract/board.ts'
import type { Card } from '#contract/card.ts'
import { cardName, findCard, findColumn } from '#model/board-view.ts'
import { immovableReason } from '#model/move-options.ts'
import { blockedText, nextStep, refusalCause } from '#model/refusal.ts'
import { useBoardView } from '#queries/board-view.ts'
import type { BoardSession } from '#queries/session.ts'
import { useAskedStore } from '#state/asked-store.ts'
import { type CardPart, openMenu } from '#state/board-ui-store.ts'
import { useCardNote } from '#state/card-note.ts'
import { noteKey } from '#state/notice-store.ts'
import { askToMove } from '#state/undo-store.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Icon } from '#ui/Icon.tsx'
import { CardLabels } from './CardLabels.tsx'

interface CardPanelProps {
  session: BoardSession
  role: string
  cardId: string
  /** Where the focus goes when it opens. */
  wantedPart: CardPart | undefined
  onClose: () => void
  /** Asks which project to look in. */
  onOtherProject: () => void
}

/** Everything the service says of one card, and what to do about a refused promotion. */
export function CardPanel({ session, role, cardId, wantedPart, onClose, onOtherProject }: CardPanelProps) {
  const view = useBoardView(session)
  const found = view && findCard(view.board, cardId)
  if (!view) return null
  if (!found) {
    return (
      <Dialog title="Card not on this board" onClose={onClose}>
        <p>The card of this link is not on the board now: it may have moved on, or stand in another project.</p>
        <div className="mt-4 flex flex-wrap gap-2">
          <Button kind="primary" onClick={onClose}>
            Show the board
          </Button>
          {session.projectId !== undefined && <Button onClick={onOtherProject}>Look in another project</Button>}
        </div>
      </Dialog>
    )
  }
  const { card, column } = found
  const immovable = immovableReason(card, view.board.columns, role)
  const handleMove = () => {
    onClose()
    openMenu({ kind: 'move', cardId })
  }
  return (
    <Dialog title={cardName(card)} onClose={onClose}>
      <div className="flex flex-col gap-4">
        {card.blocked && <BlockedAdvice session={session} card={card} board={view.board} onClose={onClose} />}
        <LastMove session={session} card={card} />
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
          <Fact name="Column" value={column.name} />
          <Fact name="Priority" value={card.priority || 'not stated'} />
          <Fact name="Assignee" value={card.assignee ?? 'nobody'} />
          {card.projectId && <Fact name="Project" value={card.projectId} />}
        </dl>
        <div>
          <Button onClick={handleMove} disabledBy={immovable ? 'card-immovable' : undefined}>
            Move to…
          </Button>
          {immovable && (
            <p id="card-immovable" className="mt-1 text-ink-soft text-xs">
              {immovable}
            </p>
          )}
        </div>
        <CardLabels session={session} role={role} card={card} takesFocus={wantedPart === 'labels'} />
      </div>
    </Dialog>
  )
}

function LastMove({ session, card }: { session: BoardSession; card: Card }) {
  const note = useCardNote(session, card)
  return note ? <p className="text-warning">{note.text}</p> : null
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </>
  )
}

interface BlockedAdviceProps {
  session: BoardSession
  card: Card
  board: Board
  onClose: () => void
}

/** Why the last promotion was refused, what to do about it, and the way to ask once more. */
function BlockedAdvice({ session, card, board, onClose }: BlockedAdviceProps) {
  const asked = useAskedStore((state) => state.asked[noteKey(session, card.id)])
  const again = asked === undefined || asked === card.statusId ? undefined : findColumn(board, asked)
  const reason = card.blocked?.reason ?? ''
  const advice = nextStep(refusalCause(reason))
  const handleAgain = () => {
    onClose()
    if (again) askToMove(card.id, again.key)
  }
  return (
    <div className="flex gap-3 rounded-lg border border-danger bg-danger-tint p-3">
      <Icon name="stop" className="mt-0.5 text-danger" />
      <div className="flex min-w-0 flex-col items-start gap-1.5">
        <p>
          <strong>Blocked.</strong> Its last promotion was refused: <bdi>{blockedText(reason)}</bdi>
        </p>
        {advice && <p className="text-ink-soft">{advice}</p>}
        {again && <Button onClick={handleAgain}>Try again: move to {again.name}</Button>}
      </div>
    </div>
  )
}
