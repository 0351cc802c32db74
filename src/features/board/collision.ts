import { type CollisionDetection, pointerWithin } from '@dnd-kit/core'

/** How far beside a column, in pixels, a pointer still means that column. */
const REACH = 24

/** The column under the pointer, else the nearest within reach, else none: letting go elsewhere cancels. */
export const columnUnderPointer: CollisionDetection = (args) => {
  const within = pointerWithin(args)
  if (within.length > 0 || !args.pointerCoordinates) return within
  const { x, y } = args.pointerCoordinates
  let nearest: { id: (typeof args.droppableContainers)[number]['id']; distance: number } | undefined
  for (const { id } of args.droppableContainers) {
    const rect = args.droppableRects.get(id)
    if (!rect) continue
    const distance = Math.hypot(Math.max(rect.left - x, 0, x - rect.right), Math.max(rect.top - y, 0, y - rect.bottom))
    if (distance <= REACH && (!nearest || distance < nearest.distance)) nearest = { id, distance }
  }
  return nearest ? [{ id: nearest.id }] : []
}
