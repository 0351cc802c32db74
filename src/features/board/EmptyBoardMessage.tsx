import * as messages from '#model/messages/board-messages.ts'

interface EmptyBoardMessageProps {
  /** Cards on the board. */
  total: number
  /** Cards that match the filter. */
  visible: number
  columns: number
}

export function EmptyBoardMessage({ total, visible, columns }: EmptyBoardMessageProps) {
  const message = emptyMessage(total, visible, columns)
  if (!message) return null
  return <p className="px-5 py-2 text-ink-soft">{message}</p>
}

function emptyMessage(total: number, visible: number, columns: number): string | undefined {
  if (columns === 0) return messages.NO_COLUMNS
  if (total === 0) return messages.NO_CARDS
  return visible === 0 ? messages.NO_MATCHING_CARDS : undefined
}
