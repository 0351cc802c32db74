import {
  DndContext,
  MouseSensor,
  TouchSensor,
  useDraggable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { type Ref, type RefObject, useImperativeHandle, useRef, useState } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import { findCard } from '#model/board-lookup.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { CarriedCard } from './CarriedCard.tsx'
import { DragMarks } from './DragMarks.tsx'
import type { DragHandlers, DragLayerHandle } from './drag-handlers.ts'
import { type Carry, followPointer } from './follow-pointer.ts'
import type { Press } from './press.ts'
import { useCancelDrag } from './use-cancel-drag.ts'

interface DragLayerProps {
  ref: Ref<DragLayerHandle>
  boardRef: RefObject<HTMLElement | null>
  board: Board
  handlers: DragHandlers
}

/** Milliseconds and pixels. */
const MOUSE = { activationConstraint: { distance: 6 } }
const TOUCH = { activationConstraint: { delay: 220, tolerance: 8 } }

/** dnd-kit renders for each move that it hears of. The layer follows the pointer itself. */
const ignoreMove = () => undefined

class QuietMouseSensor extends MouseSensor {
  constructor(props: ConstructorParameters<typeof MouseSensor>[0]) {
    super({ ...props, onMove: ignoreMove })
  }
}

class QuietTouchSensor extends TouchSensor {
  constructor(props: ConstructorParameters<typeof TouchSensor>[0]) {
    super({ ...props, onMove: ignoreMove })
  }
}

/** The layer measures what it needs, once. Whatever dnd-kit measures would cost a layout each. */
const NO_RECT = { top: 0, left: 0, right: 0, bottom: 0, width: 0, height: 0 }
const NOTHING_MEASURED = { measure: () => NO_RECT }
const MEASURING = {
  draggable: NOTHING_MEASURED,
  droppable: NOTHING_MEASURED,
  dragOverlay: NOTHING_MEASURED,
}

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

/**
 * Drag and drop for the whole board. It isn't around the columns but beside them: it marks their
 * elements with attributes, and moves the carried card by its style, so that a step of a drag
 * renders nothing.
 */
export function DragLayer({ ref, boardRef, board, handlers }: DragLayerProps) {
  const draggedCard = useBoardUiStore((state) => state.draggedCard)
  const dragged = draggedCard === null ? undefined : findCard(board, draggedCard)
  const pressed = useRef<Press>(undefined)
  const carried = useRef<HTMLDivElement>(null)
  const carry = useRef<Carry>(undefined)
  const [start, setStart] = useState<Carry['start']>()
  const [overKey, setOverKey] = useState<string>()
  const sensors = useSensors(useSensor(QuietMouseSensor, MOUSE), useSensor(QuietTouchSensor, TOUCH))
  const [accessibility] = useState(silentAccessibility)
  useCancelDrag(dragged !== undefined)

  const handleStart = () => {
    if (!pressed.current || !boardRef.current) return
    // Before anything changes on the page, because it measures.
    carry.current = followPointer(pressed.current, boardRef.current, carried, setOverKey)
    setStart(carry.current.start)
    handlers.onDragStart(pressed.current.cardId)
  }
  const stop = () => {
    carry.current?.stop()
    carry.current = undefined
    setOverKey(undefined)
  }
  const handleEnd = () => {
    const columnKey = carry.current?.columnKey()
    stop()
    if (pressed.current) handlers.onDrop(pressed.current.cardId, columnKey)
  }
  const handleCancel = () => {
    stop()
    handlers.onCancel()
  }
  return (
    <DndContext
      sensors={sensors}
      autoScroll={false}
      measuring={MEASURING}
      accessibility={accessibility}
      onDragStart={handleStart}
      onDragEnd={handleEnd}
      onDragCancel={handleCancel}
    >
      <PressedCard ref={ref} pressed={pressed} />
      {dragged && (
        <DragMarks
          boardRef={boardRef}
          cardId={dragged.card.id}
          fromKey={dragged.column.key}
          overKey={overKey}
        />
      )}
      {dragged && start && <CarriedCard ref={carried} card={dragged.card} start={start} />}
    </DndContext>
  )
}

interface PressedCardProps {
  ref: Ref<DragLayerHandle>
  pressed: RefObject<Press | undefined>
}

/**
 * The only draggable, for whatever card is pressed. Its node is the page: dnd-kit asks for the
 * styles of a node and of all its ancestors, and only then can it start.
 */
function PressedCard({ ref, pressed }: PressedCardProps) {
  const { listeners, setNodeRef } = useDraggable({ id: 'pressed-card' })
  useImperativeHandle(ref, () => ({
    start: (press) => {
      const { event } = press
      pressed.current = press
      setNodeRef(document.documentElement)
      const listener = event.type === 'touchstart' ? 'onTouchStart' : 'onMouseDown'
      // dnd-kit reads only the native event of it.
      listeners?.[listener]?.({ nativeEvent: event })
    },
  }))
  return null
}
