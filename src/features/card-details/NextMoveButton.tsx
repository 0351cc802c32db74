import { useId } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { readCardRepository } from '#contract/readers/read-card-repository.ts'
import { moveTo } from '#messages/interaction-messages.ts'
import { expectation } from '#messages/next-move-messages.ts'
import { findCard } from '#model/board-lookup.ts'
import { useMoves } from '#queries/moves/use-moves.ts'
import { Button } from '#ui/Button.tsx'

interface NextMoveButtonProps {
  card: Card
  board: Board
}

/**
 * The move that most cards wait for, and what would be in its way. Nothing where it isn't possible,
 * or where the advice for a blocked card offers it.
 */
export function NextMoveButton({ card, board }: NextMoveButtonProps) {
  const moves = useMoves()
  const reasonId = useId()
  const column = findCard(board, card.id)?.column
  const next = column && board.columns[board.columns.indexOf(column) + 1]
  if (!next || card.blocked) return null
  const target = { cardId: card.id, columnKey: next.key }
  if (moves.check(target).type !== 'allowed') return null
  const known = readCardRepository(card.repository)?.next
  const reason = known && known.statusId === next.statusId ? expectation(known) : undefined
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
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
