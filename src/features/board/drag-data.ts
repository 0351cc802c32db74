/** The id of the board's one draggable. */
export const DRAGGABLE_ID = 'card-in-hand'

/** The card that a drag carries. */
export function draggedCardId(data: Record<string, unknown> | undefined): string | undefined {
  return typeof data?.cardId === 'string' ? data.cardId : undefined
}
