import { useDraggable } from '@dnd-kit/core'
import { type MouseEvent, type ReactNode, type TouchEvent, useRef } from 'react'
import { useBoardUiStore } from '#state/board-ui-store.ts'

interface DragSurfaceProps {
  children: ReactNode
  canPickUp: (cardId: string) => boolean
  /** A person tried to drag a card that can't be picked up. */
  onPickUpRefused: (cardId: string) => void
}

/** In pixels, as for a drag that starts. */
const DRAG_DISTANCE = 6

const CONTROLS = 'button, a, input, textarea, select'

/**
 * The board's only draggable. A press finds the card under it and makes that card the draggable's
 * node, so that cards need no drag code and only the dragged one renders.
 */
export function DragSurface({ children, canPickUp, onPickUpRefused }: DragSurfaceProps) {
  const data = useRef({ cardId: '' })
  const { listeners, setNodeRef } = useDraggable({ id: 'dragged-card', data: data.current })

  const handlePress = (event: MouseEvent | TouchEvent) => {
    const card = pressedCard(event)
    const cardId = card?.dataset.cardId
    if (!card || !cardId) return
    if (!canPickUp(cardId)) {
      if ('clientX' in event) watchRefusedDrag(event, () => onPickUpRefused(cardId))
      return
    }
    data.current.cardId = cardId
    setNodeRef(card)
    const listener = event.type === 'touchstart' ? 'onTouchStart' : 'onMouseDown'
    listeners?.[listener]?.(event)
  }

  return (
    <div className="h-full min-h-0" onMouseDown={handlePress} onTouchStart={handlePress}>
      {children}
    </div>
  )
}

function pressedCard(event: MouseEvent | TouchEvent): HTMLElement | undefined {
  // A second finger or another button must not replace the card that is dragged, or about to be.
  const isDragging = useBoardUiStore.getState().draggedCard !== null
  if (isDragging || isSecondary(event)) return undefined
  if (!(event.target instanceof Element) || event.target.closest(CONTROLS)) return undefined
  return event.target.closest<HTMLElement>('[data-card-id]') ?? undefined
}

function isSecondary(event: MouseEvent | TouchEvent): boolean {
  return 'touches' in event ? event.touches.length > 1 : event.button !== 0
}

function watchRefusedDrag(start: { clientX: number; clientY: number }, onDrag: () => void): void {
  const watch = new AbortController()
  const handleMove = ({ clientX, clientY }: globalThis.MouseEvent) => {
    const distance = Math.hypot(clientX - start.clientX, clientY - start.clientY)
    if (distance < DRAG_DISTANCE) return
    watch.abort()
    onDrag()
  }
  window.addEventListener('mousemove', handleMove, { signal: watch.signal })
  window.addEventListener('mouseup', () => watch.abort(), { signal: watch.signal })
}
