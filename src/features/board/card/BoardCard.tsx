import { memo, useId } from 'react'
import type { Card } from '#contract/readers/read-card.ts'
import { cardName } from '#model/board-lookup.ts'
import { cardKey } from '#model/board-ref.ts'
import { lockedMessage, MOVING, SAVING } from '#model/messages/card-messages.ts'
import type { TimedCardDiff } from '#queries/board/board-query.ts'
import { useSeenChangesStore } from '#state/seen-changes-store.ts'
import { countRender } from '#ui/render-count.ts'
import { useBoardContext } from '../board-context.ts'
import { restoreFocus } from '../keyboard/use-roving-focus.ts'
import { CardActionsButton } from './CardActionsButton.tsx'
import { CardFace } from './CardFace.tsx'
import { CARD } from './card-styles.ts'

interface BoardCardProps {
  card: Card
  /** A move of this card has no outcome yet. */
  isMoving: boolean
  /** A label edit of this card has no outcome yet. */
  isSaving: boolean
  /** The last change by other people. */
  change: TimedCardDiff | undefined
}

/** Stateless: the board handles events and the roving tabindex once for all cards. */
export const BoardCard = memo(function BoardCard(props: BoardCardProps) {
  const { card, isMoving, isSaving, change } = props
  countRender('card')
  const { noTargetReasons } = useBoardContext()
  const mark = useUnseenMark(card, change)
  const lockedId = useId()
  const locked = lockedMessage(card)
  const reasonId = locked ? lockedId : noTargetReasons.get(card.statusId)?.id
  const name = cardName(card)
  return (
    <article
      ref={restoreFocus}
      aria-label={name}
      aria-disabled={reasonId ? true : undefined}
      aria-describedby={reasonId}
      tabIndex={-1}
      data-card-id={card.id}
      data-card-number={card.number}
      data-blocked={card.blocked ? '' : undefined}
      data-changed={mark ? change?.requestedAt : undefined}
      data-pending={isMoving || isSaving ? '' : undefined}
      className={CARD}
    >
      <CardFace
        card={card}
        progress={pendingMessage(isMoving, isSaving)}
        mark={mark}
        actions={card.isUnreadable ? undefined : <CardActionsButton cardName={name} />}
      />
      {locked && (
        <p id={lockedId} className="text-ink-soft text-xs">
          {locked}
        </p>
      )}
    </article>
  )
})

function pendingMessage(isMoving: boolean, isSaving: boolean): string | undefined {
  if (isMoving) return MOVING
  return isSaving ? SAVING : undefined
}

/** The mark of a change until a person has pointed at the card or focused it. */
function useUnseenMark(card: Card, change: TimedCardDiff | undefined): string {
  const { board } = useBoardContext()
  const isUnseen = useSeenChangesStore(({ seenAt }) => {
    if (!change) return false
    return change.requestedAt > (seenAt[cardKey(board, card.id)] ?? 0)
  })
  return change && isUnseen ? change.mark : ''
}
