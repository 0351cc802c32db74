import { DndContext, useDraggable, useSensor, useSensors } from '@dnd-kit/core'
import { memo, type Ref, type RefObject, useEffect, useImperativeHandle, useState } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import { useLatest } from '#hooks/use-effect-event.ts'
import { findCard } from '#model/board-lookup.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { DragMarks } from './DragMarks.tsx'
import { Drag, type Marks } from './drag.ts'
import type { DragHandlers, DragLayerHandle } from './drag-handlers.ts'
import { DRAG_DISTANCE } from './press.ts'
import { QuietMouseSensor, QuietTouchSensor } from './sensors.ts'
import { useCancelDrag } from './use-cancel-drag.ts'

interface DragLayerProps {
  ref: Ref<DragLayerHandle>
  boardRef: RefObject<HTMLElement | null>
  board: Board
  handlers: DragHandlers
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
  const [marks, setMarks] = useState<Marks>()
  const drag = useDrag(boardRef, handlers, setMarks)
  useCancelDrag(dragged !== undefined)
  return (
    <>
      <Sensors ref={ref} drag={drag} />
      {dragged && marks && (
        <DragMarks
          boardRef={boardRef}
          fromKey={dragged.column.key}
          card={dragged.card}
          overKey={marks.overKey}
        />
      )}
    </>
  )
}

interface SensorsProps {
  ref: Ref<DragLayerHandle>
  drag: ReturnType<typeof useDrag>
}

/** Renders only when a press is over, and not when the board changes. */
const Sensors = memo(function Sensors({ ref, drag }: SensorsProps) {
  const [accessibility] = useState(silentAccessibility)
  const sensors = useSensors(
    useSensor(QuietMouseSensor, drag.mouse),
    useSensor(QuietTouchSensor, drag.touch),
  )
  return (
    <DndContext sensors={sensors} autoScroll={false} accessibility={accessibility}>
      <PressedCard ref={ref} drag={drag.events} />
    </DndContext>
  )
})

/** The drag, with the options of the sensors. These must stay the same objects. */
function useDrag(
  boardRef: RefObject<HTMLElement | null>,
  handlers: DragHandlers,
  onMarks: (marks: Marks | undefined) => void,
) {
  const latestHandlers = useLatest(handlers)
  const [drag] = useState(() => {
    const events = new Drag(boardRef, latestHandlers, onMarks)
    return {
      events,
      // Pixels and milliseconds.
      mouse: { activationConstraint: { distance: DRAG_DISTANCE }, events },
      touch: { activationConstraint: { delay: 220, tolerance: 8 }, events },
    }
  })
  useEffect(() => () => drag.events.dispose(), [drag])
  return drag
}

interface PressedCardProps {
  ref: Ref<DragLayerHandle>
  drag: Drag
}

/**
 * The only draggable, for whatever card is pressed. Its node is the page: dnd-kit asks for the
 * styles of a node and of all its ancestors, and only then can it start.
 */
function PressedCard({ ref, drag }: PressedCardProps) {
  const { listeners, setNodeRef } = useDraggable({ id: 'pressed-card' })
  useImperativeHandle(ref, () => ({
    finishDrop: () => drag.finishDrop(),
    start: (press) => {
      const { event } = press
      const listener = event.type === 'touchstart' ? 'onTouchStart' : 'onMouseDown'
      drag.begin(press, () => {
        setNodeRef(document.documentElement)
        // dnd-kit reads only the native event of it.
        listeners?.[listener]?.({ nativeEvent: event })
      })
    },
  }))
  return null
}
