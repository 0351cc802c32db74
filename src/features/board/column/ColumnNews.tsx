import { useMemo } from 'react'
import type { Column } from '#contract/readers/read-board.ts'
import { cardKey } from '#model/board-ref.ts'
import { changedInColumn, movingInto } from '#model/messages/board-status-messages.ts'
import type { BoardView } from '#queries/board-view/use-board-view.tsx'
import { useCardStatusStore } from '#state/card-status-store.ts'
import { useBoardContext } from '../board-context.ts'

export interface ColumnNewsProps {
  column: Column
  changes: BoardView['changes']
  /** Numbers of the cards that are moving into the column. */
  movingNumbers: readonly number[]
}

/**
 * The cards that are moving into a column, which can be below what is in sight, or else how many
 * cards other people have changed there since a person looked at them.
 */
export function ColumnNews({ column, changes, movingNumbers }: ColumnNewsProps) {
  const { board } = useBoardContext()
  const seenAt = useCardStatusStore((state) => state.seenAt)
  const count = useMemo(() => {
    const isUnseen = (cardId: string) => {
      const change = changes.get(cardId)
      return change?.mark ? change.requestedAt > (seenAt[cardKey(board, cardId)] ?? 0) : false
    }
    return column.cards.filter(({ id }) => isUnseen(id)).length
  }, [board, column, changes, seenAt])
  if (movingNumbers.length > 0) {
    return <span className="wait-to-appear text-accent text-xs">{movingInto(movingNumbers)}</span>
  }
  if (count === 0) return null
  return <span className="text-accent text-xs">{changedInColumn(count)}</span>
}
