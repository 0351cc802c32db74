import { Autoscroll } from './autoscroll.ts'
import { CarriedCard } from './carried-card.ts'
import { ColumnGeometry } from './column-geometry.ts'
import type { Press } from './press.ts'

interface Point {
  x: number
  y: number
}

/** A card that is carried. */
export interface Carry {
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
  onOver: (columnKey: string | undefined) => void,
): Carry {
  // Measured before the card changes the page.
  const geometry = new ColumnGeometry(board)
  const autoscroll = new Autoscroll(board, geometry)
  const from = pointOf(event) ?? { x: 0, y: 0 }
  const card = new CarriedCard(element, from)
  let pointer = from
  let columnKey = geometry.columnAt(from)

  const update = () => {
    const key = geometry.columnAt(pointer)
    if (key === columnKey) return
    columnKey = key
    onOver(key)
    // The verdict is in the head of the column.
    if (geometry.tabs?.columnAt(pointer) !== undefined) geometry.showColumn(key)
  }
  const handleMove = (move: MouseEvent | TouchEvent) => {
    const point = pointOf(move)
    if (!point) return
    pointer = point
    card.moveTo(point.x - from.x, point.y - from.y)
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
    columnKey: () => columnKey,
    stop: () => {
      card.remove()
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
