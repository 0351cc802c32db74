import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  MouseSensor,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  memo,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import { findCard } from '#model/board-lookup.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { useBoardContext } from '../board-context.ts'
import { columnElement } from '../elements.ts'
import { columnUnderPointer } from './collision.ts'
import { DragMarks } from './DragMarks.tsx'
import { DragPreview } from './DragPreview.tsx'
import type { DragHandlers, DragLayerHandle } from './drag-handlers.ts'
import { useAutoscroll } from './use-autoscroll.ts'
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
 * Drag and drop for the whole board. It isn't around the columns but beside them: it knows their
 * elements, and marks them with attributes, so that no column and no card renders during a drag.
 */
export function DragLayer({ ref, boardRef, board, handlers }: DragLayerProps) {
  const { columns } = useBoardContext()
  const draggedCard = useBoardUiStore((state) => state.draggedCard)
  const dragged = draggedCard === null ? undefined : findCard(board, draggedCard)
  const pressed = useRef('')
  const sensors = useSensors(useSensor(MouseSensor, MOUSE), useSensor(TouchSensor, TOUCH))
  const [accessibility] = useState(silentAccessibility)
  const [overKey, setOverKey] = useState<string>()
  useAutoscroll(boardRef, dragged !== undefined)
  useCancelDrag(dragged !== undefined)

  const handleDragEnd = ({ over }: DragEndEvent) => {
    setOverKey(undefined)
    handlers.onDrop(pressed.current, over ? String(over.id) : undefined)
  }
  const handleCancel = () => {
    setOverKey(undefined)
    handlers.onCancel()
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={columnUnderPointer}
      autoScroll={false}
      accessibility={accessibility}
      onDragStart={() => handlers.onDragStart(pressed.current)}
      onDragOver={({ over }) => setOverKey(over ? String(over.id) : undefined)}
      onDragEnd={handleDragEnd}
      onDragCancel={handleCancel}
    >
      <PressedCard ref={ref} pressed={pressed} />
      {columns.map(({ key }) => (
        <ColumnTarget key={key} columnKey={key} boardRef={boardRef} />
      ))}
      {dragged && (
        <DragMarks
          boardRef={boardRef}
          cardId={dragged.card.id}
          fromKey={dragged.column.key}
          overKey={overKey}
        />
      )}
      <DragOverlay dropAnimation={null} className="pointer-events-none">
        {dragged && <DragPreview card={dragged.card} />}
      </DragOverlay>
    </DndContext>
  )
}

interface PressedCardProps {
  ref: Ref<DragLayerHandle>
  /** The id of the card that is pressed or dragged. */
  pressed: RefObject<string>
}

/** The only draggable. A press makes the card under it the draggable's node. */
function PressedCard({ ref, pressed }: PressedCardProps) {
  const { listeners, setNodeRef } = useDraggable({ id: 'pressed-card' })
  useImperativeHandle(ref, () => ({
    start: ({ event, element, cardId }) => {
      pressed.current = cardId
      setNodeRef(element)
      const listener = event.type === 'touchstart' ? 'onTouchStart' : 'onMouseDown'
      // dnd-kit reads only the native event of it.
      listeners?.[listener]?.({ nativeEvent: event })
    },
  }))
  return null
}

interface ColumnTargetProps {
  columnKey: string
  boardRef: RefObject<HTMLElement | null>
}

/**
 * Makes a column's element a drop target. Disabled columns too: a disabled one would pass the drop
 * to its neighbor.
 */
const ColumnTarget = memo(function ColumnTarget({ columnKey, boardRef }: ColumnTargetProps) {
  const { setNodeRef } = useDroppable({ id: columnKey })
  // A column that had crashed has another element now.
  useLayoutEffect(() => setNodeRef(columnElement(boardRef, columnKey)))
  return null
})
