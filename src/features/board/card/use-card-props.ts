import type { Card } from '#contract/readers/read-card.ts'
import { cardKey } from '#model/board-ref.ts'
import type { BoardView } from '#queries/board-view/use-board-view.tsx'
import type { TimedCardDiff } from '#queries/feed/loaded-board.ts'
import { cardStatusOf, useCardStatusStore } from '#state/card-status-store.ts'
import { useBoardContext } from '../board-context.ts'

/** What a card shows, wherever it is. */
export interface CardProps {
  card: Card
  /** A move of this card has no outcome yet. */
  isMoving: boolean
  /** A label edit of this card has no outcome yet. */
  isSaving: boolean
  /** What other people changed, and when that was loaded; undefined once a person has seen it. */
  change: TimedCardDiff | undefined
  /** The outcome of the last move, if it needs to be said. */
  status: string | undefined
}

/** By which the board, people's scripts, and styles know a card, wherever it is. */
export function cardAttributes({ card, isMoving, isSaving, change }: CardProps) {
  return {
    'data-card-id': card.id,
    'data-card-number': card.number,
    'data-blocked': card.blocked ? '' : undefined,
    'data-changed': change?.mark ? change.requestedAt : undefined,
    'data-pending': isMoving || isSaving ? '' : undefined,
  }
}

/** Once for a list: the same for each card would cost more than the rest of a card. */
export function useCardProps(view: BoardView): (card: Card) => CardProps {
  const { movingCardIds, labelingCardIds, changes } = view
  const { board, displayed } = useBoardContext()
  const statuses = useCardStatusStore((state) => state.statuses)
  const seenAt = useCardStatusStore((state) => state.seenAt)
  return (card) => ({
    card: displayed(card),
    isMoving: movingCardIds.has(card.id),
    isSaving: labelingCardIds.has(card.id),
    change: unseenChange(changes.get(card.id), seenAt[cardKey(board, card.id)]),
    status: cardStatusOf(statuses, board, card)?.text,
  })
}

/** A person has seen a change once the pointer or the focus was on its card. */
function unseenChange(change: TimedCardDiff | undefined, seenAt = 0): TimedCardDiff | undefined {
  return change && change.requestedAt > seenAt ? change : undefined
}
