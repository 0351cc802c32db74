import { type CollisionDetection, pointerWithin } from '@dnd-kit/core'

/** How far beside a column a drop still counts, in pixels. */
const TOLERANCE = 24

/**
 * The column under the pointer, otherwise the nearest one within the tolerance. A drop elsewhere
 * cancels the move.
 */
export const columnUnderPointer: CollisionDetection = (args) => {
  const within = pointerWithin(args)
  if (within.length > 0 || !args.pointerCoordinates) return within
  const pointer = args.pointerCoordinates
  const distances = args.droppableContainers.flatMap(({ id }) => {
    const rect = args.droppableRects.get(id)
    return rect ? [{ id, distance: distanceTo(rect, pointer) }] : []
  })
  const near = distances.filter(({ distance }) => distance <= TOLERANCE)
  const [nearest] = near.sort((a, b) => a.distance - b.distance)
  return nearest ? [{ id: nearest.id }] : []
}

interface Rect {
  left: number
  right: number
  top: number
  bottom: number
}

function distanceTo({ left, right, top, bottom }: Rect, { x, y }: { x: number; y: number }) {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))
}
