import { useMemo } from 'react'
import type { Column } from '#contract/readers/read-board.ts'
import { changedInColumn, movingInto, readyCards } from '#messages/board-status-messages.ts'
import { cardKey } from '#model/board-ref.ts'
import { isReady } from '#model/card-evidence.ts'
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
 * cards other people have changed there since a person looked at them. And how many of its cards
 * nothing keeps from the next column.
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
  const ready = useMemo(() => column.cards.filter(isReady).length, [column])
  return (
    // It takes only what room is left: news that comes and goes must not change the height of the
    // heads.
    <span className="flex min-w-0 flex-1 basis-0 gap-x-2 text-xs">
      {movingNumbers.length > 0 && (
        <span className="wait-to-appear truncate text-accent">{movingInto(movingNumbers)}</span>
      )}
      {movingNumbers.length === 0 && count > 0 && (
        <span className="truncate text-accent">{changedInColumn(count)}</span>
      )}
      {ready > 0 && <span className="truncate text-ink-soft digits">{readyCards(ready)}</span>}
    </span>
  )
}
