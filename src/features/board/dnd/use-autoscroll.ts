import { type RefObject, useEffect } from 'react'

/** Distance from an edge, in pixels, within which scrolling starts. */
const EDGE_ZONE = 64
/** Pixels per frame. */
const MAX_SPEED = 18

/**
 * Scrolls during a drag: the column under the pointer up and down, and the board left and right.
 * dnd-kit's own autoscroll does not scroll a list inside a droppable.
 */
export function useAutoscroll(boardRef: RefObject<HTMLElement | null>, isDragging: boolean): void {
  useEffect(() => {
    const board = boardRef.current
    if (!isDragging || !board) return
    let pointer: { x: number; y: number } | undefined
    let frame = 0
    const track = (event: MouseEvent | TouchEvent) => {
      const point = 'touches' in event ? event.touches[0] : event
      if (point) pointer = { x: point.clientX, y: point.clientY }
    }
    const step = () => {
      frame = requestAnimationFrame(step)
      if (pointer) scrollAt(board, pointer)
    }
    frame = requestAnimationFrame(step)
    window.addEventListener('mousemove', track, { passive: true })
    window.addEventListener('touchmove', track, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('mousemove', track)
      window.removeEventListener('touchmove', track)
    }
  }, [boardRef, isDragging])
}

function scrollAt(board: HTMLElement, { x, y }: { x: number; y: number }): void {
  const { left, right } = board.getBoundingClientRect()
  board.scrollLeft += speed(x, left, right)
  const list = listAt(board, x)
  if (!list) return
  const { top, bottom } = list.getBoundingClientRect()
  list.scrollTop += speed(y, top, bottom)
}

/** Pixels to scroll in one frame: negative near the start, positive near the end, otherwise 0. */
export function speed(position: number, start: number, end: number): number {
  const zone = Math.min(EDGE_ZONE, (end - start) / 4)
  if (position < start + zone) return -ramp((start + zone - position) / zone)
  if (position > end - zone) return ramp((position - end + zone) / zone)
  return 0
}

function ramp(depth: number): number {
  return Math.round(MAX_SPEED * Math.min(1, Math.max(0, depth)) ** 2)
}

function listAt(board: HTMLElement, x: number): HTMLElement | undefined {
  for (const list of board.querySelectorAll<HTMLElement>('[data-scroller]')) {
    const { left, right } = list.getBoundingClientRect()
    if (x >= left && x <= right) return list
  }
  return undefined
}
