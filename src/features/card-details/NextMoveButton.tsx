import { useId } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { readCardRepository } from '#contract/readers/read-card-repository.ts'
import { MOVING } from '#messages/card-messages.ts'
import { moveTo } from '#messages/interaction-messages.ts'
import { expectation } from '#messages/next-move-messages.ts'
import { findCard } from '#model/board-lookup.ts'
import { useMoves } from '#queries/changes/use-moves.ts'
import { Button } from '#ui/Button.tsx'

interface NextMoveButtonProps {
  card: Card
  board: Board
  /** Whether the card is moving: the button keeps its place, and what is known doesn't count. */
  isMoving: boolean
}

const LINE = 'flex flex-wrap items-center gap-x-3 gap-y-1'

/**
 * The move that most cards wait for, and what would be in its way. Nothing where it isn't possible,
 * or where the advice for a blocked card offers it.
 */
export function NextMoveButton({ card, board, isMoving }: NextMoveButtonProps) {
  const moves = useMoves()
  const reasonId = useId()
  const column = findCard(board, card.id)?.column
  const next = column && board.columns[board.columns.indexOf(column) + 1]
  if (card.blocked) return null
  // The same elements, so that the focus stays on the button.
  if (isMoving) {
    return (
      <div className={LINE}>
        <Button disabledBy>{MOVING}</Button>
      </div>
    )
  }
  if (!next) return null
  const target = { cardId: card.id, columnKey: next.key, keepsFocus: true } as const
  if (moves.check(target).type !== 'allowed') return null
  const known = readCardRepository(card.repository)?.next
  const reason = known && known.statusId === next.statusId ? expectation(known) : undefined
  return (
    <div className={LINE}>
      <Button
        kind={reason ? 'plain' : 'primary'}
        aria-describedby={reason && reasonId}
        onClick={() => moves.request(target)}
      >
        {moveTo(next.name)}
      </Button>
      {reason && (
        <span id={reasonId} className="text-warning">
          {reason}
        </span>
      )}
    </div>
  )
}
