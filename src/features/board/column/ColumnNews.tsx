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
    // It takes only what room is left, in one line: news that comes and goes must not change the
    // height of the heads. What doesn't fit wraps out of sight.
    <span className="flex h-4.5 min-w-0 flex-1 basis-0 flex-wrap gap-x-2 overflow-hidden text-xs leading-4.5">
      {movingNumbers.length > 0 && (
        <span className="wait-to-appear max-w-full truncate text-accent">
          {movingInto(movingNumbers)}
        </span>
      )}
      {movingNumbers.length === 0 && count > 0 && (
        <span className="max-w-full truncate text-accent">{changedInColumn(count)}</span>
      )}
      {ready > 0 && (
        <>
          {/* What follows something else can wrap, and the gap isn't doubled. */}
          <span className="-me-2 h-full" />
          <span className="whitespace-nowrap text-ink-soft digits">{readyCards(ready)}</span>
        </>
      )}
    </span>
  )
}
