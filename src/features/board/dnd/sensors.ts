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
 * dnd-kit decides what is a drag, and when it ends. It isn't told about drags that have started,
 * because it would render for each step, and everything that it would compute is unused here.
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
