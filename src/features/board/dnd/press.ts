import { cardAt, ownCardId } from '../board-dom.ts'
import { isControl } from '../board-marks.ts'

/** A mouse button or a finger that went down on a card. */
export interface Press {
  event: MouseEvent | TouchEvent
  element: HTMLElement
  cardId: string
}

/** In pixels, from a press to a drag. */
export const DRAG_DISTANCE = 6

/** The press that this event begins on a card; undefined when it begins none. */
export function pressOf(event: MouseEvent | TouchEvent): Press | undefined {
  // A second finger or another button must not replace the card that is dragged, or about to be.
  const isSecondary = 'touches' in event ? event.touches.length > 1 : event.button !== 0
  if (isSecondary || isControl(event.target)) return undefined
  const element = cardAt(event.target)
  const cardId = element && ownCardId(element)
  return element && cardId ? { event, element, cardId } : undefined
}

/** Calls `onDrag` once, when the mouse moves far enough for a drag while the button is down. */
export function watchRefusedDrag({ event }: Press, onDrag: () => void): void {
  if (!('clientX' in event)) return
  const watch = new AbortController()
  const handleMove = ({ clientX, clientY }: MouseEvent) => {
    const distance = Math.hypot(clientX - event.clientX, clientY - event.clientY)
    if (distance < DRAG_DISTANCE) return
    watch.abort()
    ignoreNextClick()
    onDrag()
  }
  window.addEventListener('mousemove', handleMove, { signal: watch.signal })
  window.addEventListener('mouseup', () => watch.abort(), { signal: watch.signal })
}

/** The browser sends one when the button is released over the element on which it was pressed. */
function ignoreNextClick(): void {
  const watch = new AbortController()
  const options = { capture: true, signal: watch.signal }
  window.addEventListener('click', (event) => event.stopPropagation(), options)
  window.addEventListener('mouseup', () => setTimeout(() => watch.abort()), options)
  // The release can be missed: the next press is another one.
  for (const type of ['mousedown', 'blur']) {
    window.addEventListener(type, () => watch.abort(), options)
  }
}
