import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type DragStartEvent,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { useId, useMemo, useRef } from 'react'
import type { Board as BoardData } from '#contract/board.ts'
import { cardName, findCard } from '#model/board-view.ts'
import type { LabelIndex } from '#model/card-labels.ts'
import { closedFrom, immovableReason, moveOptions, type OtherKey } from '#model/move-options.ts'
import { canMoveNowhere, ROLE_FOR, verdict } from '#model/permissions.ts'
import type { SeenChange } from '#queries/board.ts'
import { offlineReason } from '#queries/online.ts'
import type { BoardSession } from '#queries/session.ts'
import { useSteady } from '#queries/steady.ts'
import { endDrag, type OpenCard, startDrag, useBoardUiStore } from '#state/board-ui-store.ts'
import { announce, say } from '#state/notice-store.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { CardInHand } from './BoardCard.tsx'
import { BoardColumn } from './BoardColumn.tsx'
import { BoardFactsProvider } from './board-context.ts'
import { CardMenus } from './CardMenus.tsx'
import { ColumnStrip } from './ColumnStrip.tsx'
import { columnUnderPointer } from './collision.ts'
import { DragSurface } from './DragSurface.tsx'
import { draggedCardId } from './drag-data.ts'
import { useAutoscroll } from './use-autoscroll.ts'
import { useBoardFocus } from './use-board-focus.ts'
import { useBoardKeys } from './use-board-keys.ts'
import { useDragGuards } from './use-drag-guards.ts'
import { useMove } from './use-move.ts'

interface BoardProps {
  session: BoardSession
  role: string
  /** What is drawn. */
  board: BoardData
  /** The same board without any filter. */
  all: BoardData
  pending: ReadonlySet<string>
  /** What others changed, by card id. */
  changes: ReadonlyMap<string, SeenChange>
  labels: LabelIndex
  others: readonly OtherKey[]
  onOpenCard: OpenCard
  onSwitchKey: (keyId: string) => void
}

/** dnd-kit's own texts are silenced: they speak of ids. Ours go through the notice store. */
const SILENT = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
  screenReaderInstructions: { draggable: '' },
  container: document.createElement('div'),
}

/** The columns in flow order, with one draggable, one target per column, one menu and one tab stop for all cards. */
export function Board(props: BoardProps) {
  const { session, role, board, all, pending, changes, labels, onOpenCard, onSwitchKey } = props
  const others = useSteady(props.others)
  const root = useRef<HTMLDivElement>(null)
  const dragged = useBoardUiStore((state) => state.dragged)
  const flow = useSteady(all.columns.map(({ key, statusId, name, minRole }) => ({ key, statusId, name, minRole })))
  const { keyId, workspaceId } = session
  const boardId = useId()
  const facts = useMemo(() => {
    const closed = flow.flatMap(({ key }, index) => {
      const reason = closedFrom(key, flow, role)
      return reason ? [[key, { id: `${boardId}closed${index}`, reason }] as const] : []
    })
    return { board: { keyId, workspaceId }, role, others, labels, flow, closed: new Map(closed) }
  }, [boardId, keyId, workspaceId, role, others, labels, flow])
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
  )
  const move = useMove({ session, board: all, role, others, onSwitchKey })
  const focus = useBoardFocus(root, board, all)
  const keys = useBoardKeys({ session, board, all, move, onOpenCard })
  useAutoscroll(root, dragged !== null)
  useDragGuards(dragged !== null)

  const inHand = dragged === null ? undefined : findCard(all, dragged)
  const noTarget = all.columns.length > 0 && canMoveNowhere(role, all.columns)

  const reasonAgainst = (cardId: string): string | undefined => {
    const found = findCard(all, cardId)
    if (!found) return 'This card is no longer on the board.'
    return immovableReason(found.card, flow, role) ?? offlineReason()
  }
  const handleDragStart = ({ active }: DragStartEvent) => {
    const cardId = draggedCardId(active.data.current)
    const found = cardId === undefined ? undefined : findCard(all, cardId)
    if (!found) return
    startDrag(found.card.id)
    const closed = moveOptions(found.card, flow, role).filter((option) => option.verdict.answer === 'no')
    const names = closed.map((option) => option.column.name).join(', ')
    announce(
      `Picked up ${cardName(found.card)} from ${found.column.name}.${names ? ` Closed to your key: ${names}.` : ''}`,
    )
  }
  const handleDragEnd = ({ over }: DragEndEvent) => {
    endDrag()
    if (dragged === null) return
    if (over) move(dragged, String(over.id))
    else announce('Put back: no column was under the pointer.')
  }
  const handleDragCancel = () => {
    endDrag()
    announce('Put back.')
  }
  const handleRefusedPickUp = (cardId: string) => {
    const found = findCard(all, cardId)
    const reason = reasonAgainst(cardId)
    if (found && reason) say(`${cardName(found.card)} cannot be moved. ${reason}`, 'neutral')
  }

  return (
    <BoardFactsProvider value={facts}>
      <div className="flex h-full min-h-0 flex-col">
        {noTarget && <ClosedStrip role={role} />}
        {[...facts.closed.values()].map(({ id, reason }) => (
          <p key={id} id={id} hidden>
            {reason}
          </p>
        ))}
        <ColumnStrip columns={board.columns} board={root} />
        <DndContext
          sensors={sensors}
          collisionDetection={columnUnderPointer}
          autoScroll={false}
          accessibility={SILENT}
          onDragStart={handleDragStart}
          onDragEnd={handleDragEnd}
          onDragCancel={handleDragCancel}
        >
          <div
            className="min-h-0 flex-1"
            onKeyDown={keys.onKeyDown}
            onClick={keys.onClick}
            onFocus={(event) => {
              focus.onFocus(event)
              keys.onLook(event)
            }}
            onMouseOver={keys.onLook}
            onBlur={focus.onBlur}
          >
            <DragSurface
              canPickUp={(cardId) => reasonAgainst(cardId) === undefined}
              onRefusedPickUp={handleRefusedPickUp}
            >
              <div ref={root} tabIndex={-1} className="board" data-dragging={inHand ? '' : undefined}>
                {board.columns.map((column, index) => (
                  <ErrorBoundary key={column.key} part={`column ${column.name}`}>
                    <BoardColumn
                      column={column}
                      total={all.columns[index]?.cards.length ?? column.cards.length}
                      pending={pending}
                      changes={changes}
                      tabStop={focus.tabStop}
                      draggedFrom={inHand?.column.key ?? null}
                    />
                  </ErrorBoundary>
                ))}
              </div>
            </DragSurface>
          </div>
          <DragOverlay dropAnimation={null} className="pointer-events-none">
            {inHand && <CardInHand card={inHand.card} />}
          </DragOverlay>
        </DndContext>
        <CardMenus board={all} move={move} onOpenCard={onOpenCard} onSwitchKey={onSwitchKey} />
      </div>
    </BoardFactsProvider>
  )
}

/** Says once, for the whole board, that no card can be moved; "Read only" when nothing else can be changed either. */
function ClosedStrip({ role }: { role: string }) {
  const readOnly = verdict(role, ROLE_FOR.writeLabel).answer === 'no'
  return (
    <p className="border-line border-b bg-sunken px-5 py-1.5">
      {readOnly && <strong className="font-semibold">Read only. </strong>}
      No column is open to your key, which is {role} on this board, so cards cannot be moved. Each column says which
      role it needs.
    </p>
  )
}
