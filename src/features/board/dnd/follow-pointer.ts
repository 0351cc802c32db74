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
  /** Shows the card in that column if its cards are there, and stops following the pointer. */
  land: () => void
  stop: () => void
}

interface CarryOptions {
  /** How many cards are carried. */
  count: number
  /** Another column is under the pointer. */
  onOver: (columnKey: string | undefined) => void
}

/** Moves the carried card with the pointer, and scrolls near the edges. */
export function followPointer(
  { event, element }: Press,
  board: HTMLElement,
  { count, onOver }: CarryOptions,
): Carry {
  // Measured before the card changes the page.
  const geometry = new ColumnGeometry(board)
  const autoscroll = new Autoscroll(board, geometry)
  const from = pointOf(event) ?? { x: 0, y: 0 }
  const card = new CarriedCard(element, from, count)
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
  const following = new AbortController()
  const options = { passive: true, signal: following.signal }
  window.addEventListener('mousemove', handleMove, options)
  window.addEventListener('touchmove', handleMove, options)
  window.addEventListener('wheel', handleWheel, options)
  board.addEventListener('scroll', handleScroll, options)
  const stopFollowing = () => {
    following.abort()
    autoscroll.stop()
  }
  return {
    columnKey: () => columnKey,
    land: () => {
      stopFollowing()
      const list = geometry.listOf(columnKey)
      if (list) card.landIn(list)
    },
    stop: () => {
      stopFollowing()
      card.remove()
    },
  }
}

function pointOf(event: MouseEvent | TouchEvent): Point | undefined {
  const point = 'touches' in event ? event.touches[0] : event
  return point && { x: point.clientX, y: point.clientY }
}
