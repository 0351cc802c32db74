import { useDraggable } from '@dnd-kit/core'
import { type MouseEvent, type ReactNode, type TouchEvent, useRef } from 'react'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { DRAGGABLE_ID } from './drag-data.ts'

interface DragSurfaceProps {
  children: ReactNode
  /** May the card with this id be picked up? */
  canPickUp: (cardId: string) => boolean
  /** Somebody tried to drag a card that cannot be picked up. */
  onRefusedPickUp: (cardId: string) => void
}

/** Pixels of a drag that is refused, the same as of one that starts. */
const DRAG_DISTANCE = 6

/**
 * The board's one draggable. A press finds the card under it and makes that card the draggable's node, so that cards
 * need no drag code of their own and nothing but the one in the hand renders.
 */
export function DragSurface({ children, canPickUp, onRefusedPickUp }: DragSurfaceProps) {
  const data = useRef({ cardId: '' })
  const { listeners, setNodeRef } = useDraggable({ id: DRAGGABLE_ID, data: data.current })

  const handlePress = (event: MouseEvent | TouchEvent) => {
    // A second finger or another button must not swap the card that is in the hand, or about to be.
    if (useBoardUiStore.getState().dragged !== null || isSecondary(event)) return
    if (!(event.target instanceof Element) || event.target.closest('button, a, input, textarea, select')) return
    const card = event.target.closest<HTMLElement>('[data-card-id]')
    const cardId = card?.dataset.cardId
    if (!card || !cardId) return
    if (!canPickUp(cardId)) {
      if ('clientX' in event) watchRefusedDrag(event.clientX, event.clientY, () => onRefusedPickUp(cardId))
      return
    }
    data.current.cardId = cardId
    setNodeRef(card)
    listeners?.[event.type === 'touchstart' ? 'onTouchStart' : 'onMouseDown']?.(event)
  }

  return (
    <div className="h-full min-h-0" onMouseDown={handlePress} onTouchStart={handlePress}>
      {children}
    </div>
  )
}

function isSecondary(event: MouseEvent | TouchEvent): boolean {
  return 'touches' in event ? event.touches.length > 1 : event.button !== 0
}

function watchRefusedDrag(x: number, y: number, onDrag: () => void): void {
  const watch = new AbortController()
  const handleMove = (event: globalThis.MouseEvent) => {
    if (Math.hypot(event.clientX - x, event.clientY - y) < DRAG_DISTANCE) return
    watch.abort()
    onDrag()
  }
  window.addEventListener('mousemove', handleMove, { signal: watch.signal })
  window.addEventListener('mouseup', () => watch.abort(), { signal: watch.signal })
}
