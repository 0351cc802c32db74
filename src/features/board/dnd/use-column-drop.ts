import { useDroppable } from '@dnd-kit/core'

/** Makes a column a drop target. */
export function useColumnDrop(columnKey: string) {
  const { setNodeRef, isOver } = useDroppable({ id: columnKey })
  return { setNodeRef, isOver }
}
