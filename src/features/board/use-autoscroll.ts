import { type RefObject, useEffect } from 'react'

/** How near an edge, in pixels, the pointer must be for scrolling to start, and how fast it gets per frame. */
const ZONE = 64
const TOP_SPEED = 18

/**
 * Scrolls while a card is in the hand: the column under the pointer up and down, the board left and right. The speed
 * grows gently towards the edge. dnd-kit's own does not scroll a list inside a droppable.
 */
export function useAutoscroll(board: RefObject<HTMLElement | null>, dragging: boolean): void {
  useEffect(() => {
    const element = board.current
    if (!dragging || !element) return
    let pointer: { x: number; y: number } | undefined
    let frame = 0
    const track = (event: MouseEvent | TouchEvent) => {
      const at = 'touches' in event ? event.touches[0] : event
      if (at) pointer = { x: at.clientX, y: at.clientY }
    }
    const step = () => {
      frame = requestAnimationFrame(step)
      if (!pointer) return
      const edges = element.getBoundingClientRect()
      element.scrollLeft += speed(pointer.x, edges.left, edges.right)
      const list = columnAt(element, pointer.x)
      if (!list) return
      const { top, bottom } = list.getBoundingClientRect()
      list.scrollTop += speed(pointer.y, top, bottom)
    }
    frame = requestAnimationFrame(step)
    window.addEventListener('mousemove', track, { passive: true })
    window.addEventListener('touchmove', track, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('mousemove', track)
      window.removeEventListener('touchmove', track)
    }
  }, [board, dragging])
}

/** Pixels to scroll in one frame: negative near the start, positive near the end, 0 between. */
export function speed(at: number, start: number, end: number): number {
  const zone = Math.min(ZONE, (end - start) / 4)
  if (at < start + zone) return -ramp((start + zone - at) / zone)
  if (at > end - zone) return ramp((at - end + zone) / zone)
  return 0
}

function ramp(depth: number): number {
  return Math.round(TOP_SPEED * Math.min(1, Math.max(0, depth)) ** 2)
}

function columnAt(board: HTMLElement, x: number): HTMLElement | undefined {
  for (const list of board.querySelectorAll<HTMLElement>('.column-scroll')) {
    const { left, right } = list.getBoundingClientRect()
    if (x >= left && x <= right) return list
  }
  return undefined
}
