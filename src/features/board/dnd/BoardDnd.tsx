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
import { type ReactNode, type RefObject, useState } from 'react'
import type { Card } from '#contract/readers/read-card.ts'
import { columnUnderPointer } from './collision.ts'
import { DragPreview } from './DragPreview.tsx'
import { DragSurface } from './DragSurface.tsx'
import { useAutoscroll } from './use-autoscroll.ts'
import { useCancelDrag } from './use-cancel-drag.ts'

export interface DragHandlers {
  /** Why a card can't be picked up; undefined when it can. */
  pickUpReason: (cardId: string) => string | undefined
  onPickUpRefused: (cardId: string) => void
  onDragStart: (cardId: string) => void
  /** `columnKey` is undefined for a drop outside of the columns. */
  onDrop: (cardId: string, columnKey: string | undefined) => void
  onCancel: () => void
}

interface BoardDndProps {
  boardRef: RefObject<HTMLElement | null>
  handlers: DragHandlers
  /** The dragged card. */
  card: Card | undefined
  children: ReactNode
}

/** Milliseconds and pixels. */
const MOUSE = { activationConstraint: { distance: 6 } }
const TOUCH = { activationConstraint: { delay: 220, tolerance: 8 } }

const noAnnouncement = () => undefined

/** The announcements of dnd-kit contain ids. The app has its own. */
function silentAccessibility() {
  return {
    announcements: {
      onDragStart: noAnnouncement,
      onDragOver: noAnnouncement,
      onDragEnd: noAnnouncement,
      onDragCancel: noAnnouncement,
    },
    screenReaderInstructions: { draggable: '' },
    container: document.createElement('div'),
  }
}

/** Drag and drop for the whole board. */
export function BoardDnd({ boardRef, handlers, card, children }: BoardDndProps) {
  const sensors = useSensors(useSensor(MouseSensor, MOUSE), useSensor(TouchSensor, TOUCH))
  const [accessibility] = useState(silentAccessibility)
  useAutoscroll(boardRef, card !== undefined)
  useCancelDrag(card !== undefined)

  const handleDragStart = ({ active }: DragStartEvent) => {
    const cardId = draggedCardId(active.data.current)
    if (cardId) handlers.onDragStart(cardId)
  }
  const handleDragEnd = ({ active, over }: DragEndEvent) => {
    const cardId = draggedCardId(active.data.current)
    if (cardId) handlers.onDrop(cardId, over ? String(over.id) : undefined)
    else handlers.onCancel()
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={columnUnderPointer}
      autoScroll={false}
      accessibility={accessibility}
      onDragStart={handleDragStart}
      onDragEnd={handleDragEnd}
      onDragCancel={handlers.onCancel}
    >
      <DragSurface
        canPickUp={(cardId) => handlers.pickUpReason(cardId) === undefined}
        onPickUpRefused={handlers.onPickUpRefused}
      >
        {children}
      </DragSurface>
      <DragOverlay dropAnimation={null} className="pointer-events-none">
        {card && <DragPreview card={card} />}
      </DragOverlay>
    </DndContext>
  )
}

function draggedCardId(data: Record<string, unknown> | undefined): string | undefined {
  return typeof data?.cardId === 'string' ? data.cardId : undefined
}
