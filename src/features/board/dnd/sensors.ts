import { MouseSensor, TouchSensor } from '@dnd-kit/core'

export interface DragEvents {
  onStart: () => void
  onEnd: () => void
  onCancel: () => void
  /** The press is over. `release` lets the next one begin. It costs a render. */
  onRelease: (release: () => void) => void
}

interface SensorCallbacks {
  onStart: (coordinates: { x: number; y: number }) => void
  onMove: (coordinates: { x: number; y: number }) => void
  onEnd: () => void
  onCancel: () => void
}

/**
 * dnd-kit decides what is a drag and when it ends, by its sensors and their activation constraints.
 * The rest of it can't be used here as its documentation shows: a `DndContext` around the board,
 * droppable columns, `DragOverlay`, and `useDndMonitor` render and measure at each step of a drag,
 * also what doesn't change. See .github/decisions/0011-a-drag-renders-nothing.md. So
 *
 * - dnd-kit isn't told that a drag has started, and hears of its end when the page is idle,
 * - one draggable stands for whatever card is pressed (`PressedCard`), and gets the press itself,
 * - a cancel is a press of Escape, because sensors have no function for it (`cancelDrag`).
 */
function quietly<Props extends SensorCallbacks & { options: object }>(props: Props): Props {
  const { events } = props.options as { events: DragEvents }
  let hasStarted = false
  return {
    ...props,
    onStart: () => {
      hasStarted = true
      events.onStart()
    },
    onMove: () => undefined,
    onEnd: () => {
      if (hasStarted) events.onEnd()
      events.onRelease(props.onEnd)
    },
    onCancel: () => {
      if (hasStarted) events.onCancel()
      events.onRelease(props.onCancel)
    },
  }
}

export class QuietMouseSensor extends MouseSensor {
  constructor(props: ConstructorParameters<typeof MouseSensor>[0]) {
    super(quietly(props))
  }
}

export class QuietTouchSensor extends TouchSensor {
  constructor(props: ConstructorParameters<typeof TouchSensor>[0]) {
    super(quietly(props))
  }
}
