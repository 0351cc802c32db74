import { memo, useId } from 'react'
import { lockedMessage, pendingMessage } from '#messages/card-messages.ts'
import { cardName } from '#model/board-lookup.ts'
import { countRender } from '#ui/render-count.ts'
import { useBoardContext } from '../board-context.ts'
import { CardActionsButton } from './CardActionsButton.tsx'
import { CardElement } from './CardElement.tsx'
import { CardFace, faceParts } from './CardFace.tsx'
import type { CardProps } from './use-card-props.ts'

/** Stateless: the board handles events once for all cards. */
export const BoardCard = memo(function BoardCard(props: CardProps) {
  const { card, isMoving, isSaving, change, status } = props
  countRender('card')
  const { columns, noTargetReasons } = useBoardContext()
  const id = useId()
  const lockedId = `${id}locked`
  const locked = lockedMessage(card)
  const reasonId = locked ? lockedId : noTargetReasons.get(card.statusId)?.id
  const progress = pendingMessage(isMoving, isSaving)
  const mark = change?.mark ?? ''
  const name = cardName(card)
  return (
    <CardElement
      Element="article"
      of={props}
      aria-label={name}
      aria-disabled={reasonId ? true : undefined}
      aria-describedby={describedBy(
        reasonId,
        faceParts(id, { card, progress, mark, status }, columns),
      )}
      className={CARD}
    >
      <CardFace
        card={card}
        progress={progress}
        mark={mark}
        status={status}
        id={id}
        actions={card.isUnreadable ? undefined : <CardActionsButton cardName={name} />}
      />
      {locked && (
        <p id={lockedId} className="text-ink-soft text-xs">
          {locked}
        </p>
      )}
    </CardElement>
  )
})

/** What a screen reader says after the name of the card. */
function describedBy(reasonId: string | undefined, parts: readonly string[]): string | undefined {
  return [reasonId ?? [], ...parts].flat().join(' ') || undefined
}

/** A card on the board and under the pointer. */
const CARD = [
  'relative flex flex-col gap-1 rounded-lg border border-line bg-surface px-2.5 pt-2 pb-[0.5625rem]',
  'cursor-grab select-none [-webkit-touch-callout:none]',
  'hover:border-line-strong motion-safe:hover:fade-colors',
  'focus-visible:-outline-offset-1 aria-disabled:cursor-default data-blocked:blocked-colors',
  'aria-[current]:border-accent aria-[current]:outline-1 aria-[current]:outline-accent data-pending:border-accent data-pending:border-dashed',
  'data-dragged:border-line-strong data-dragged:border-dashed data-dragged:bg-transparent',
  'data-selected:selected-card data-dragged:*:invisible print:break-inside-avoid',
].join(' ')
