import type { RefObject } from 'react'
import { Autoscroll } from './autoscroll.ts'
import { ColumnGeometry } from './column-geometry.ts'
import type { Press } from './press.ts'

interface Point {
  x: number
  y: number
}

/** A card that is carried. */
export interface Carry {
  /** Where the card was when the drag started. */
  start: { left: number; top: number; width: number }
  /** The column under the pointer. */
  columnKey: () => string | undefined
  stop: () => void
}

/**
 * Moves the carried card with the pointer, scrolls near the edges, and calls `onOver` when another
 * column is under the pointer.
 */
export function followPointer(
  { event, element }: Press,
  board: HTMLElement,
  carried: RefObject<HTMLElement | null>,
  onOver: (columnKey: string | undefined) => void,
): Carry {
  const { left, top, width } = element.getBoundingClientRect()
  const geometry = new ColumnGeometry(board)
  const autoscroll = new Autoscroll(board, geometry)
  const from = pointOf(event) ?? { x: left, y: top }
  let pointer = from
  let columnKey = geometry.columnAt(from)

  const update = () => {
    const key = geometry.columnAt(pointer)
    if (key === columnKey) return
    columnKey = key
    onOver(key)
  }
  const handleMove = (move: MouseEvent | TouchEvent) => {
    const point = pointOf(move)
    if (!point) return
    pointer = point
    const card = carried.current
    if (card) card.style.translate = `${point.x - from.x}px ${point.y - from.y}px`
    autoscroll.follow(point)
    update()
  }
  // The cover over the page takes what would scroll the columns.
  const handleWheel = ({ deltaX, deltaY, ctrlKey }: WheelEvent) => {
    if (ctrlKey) return
    board.scrollLeft += deltaX
    geometry.listAt(pointer.x)?.scrollBy(0, deltaY)
  }
  const handleScroll = () => {
    geometry.handleScroll()
    update()
  }
  window.addEventListener('mousemove', handleMove, { passive: true })
  window.addEventListener('touchmove', handleMove, { passive: true })
  window.addEventListener('wheel', handleWheel, { passive: true })
  board.addEventListener('scroll', handleScroll, { passive: true })
  return {
    start: { left, top, width },
    columnKey: () => columnKey,
    stop: () => {
      autoscroll.stop()
      window.removeEventListener('mousemove', handleMove)
      window.removeEventListener('touchmove', handleMove)
      window.removeEventListener('wheel', handleWheel)
      board.removeEventListener('scroll', handleScroll)
    },
  }
}

function pointOf(event: MouseEvent | TouchEvent): Point | undefined {
  const point = 'touches' in event ? event.touches[0] : event
  return point && { x: point.clientX, y: point.clientY }
}
