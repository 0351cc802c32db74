import { memo, useId } from 'react'
import type { Card } from '#contract/card.ts'
import { cardName } from '#model/board-view.ts'
import { shownLabels } from '#model/card-labels.ts'
import { blockedText } from '#model/refusal.ts'
import type { SeenChange } from '#queries/board.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { useCardNote } from '#state/card-note.ts'
import { noteKey } from '#state/notice-store.ts'
import { useSeenStore } from '#state/seen-store.ts'
import { LabelChip } from '#ui/LabelChip.tsx'
import { countRender } from '#ui/render-count.ts'
import { useBoardFacts } from './board-context.ts'

interface BoardCardProps {
  card: Card
  /** Is a write of this card under way? */
  pending: boolean
  /** What others did to it. */
  change: SeenChange | undefined
}

const SHOWN_LABELS = 3

/** A card on the board. It has no handlers, and no word in which card is the tab stop: the board does both for all. */
export const BoardCard = memo(function BoardCard({ card, pending, change }: BoardCardProps) {
  countRender('card')
  const dragged = useBoardUiStore((state) => state.dragged === card.id)
  const { board, closed } = useBoardFacts()
  const seenAt = useSeenStore((state) => (change ? (state.seenAt[noteKey(board, card.id)] ?? 0) : 0))
  const mark = change && change.at > seenAt ? change.mark : ''
  const lockId = useId()
  const reasonId = card.locked ? lockId : closed.get(card.statusId)?.id
  const name = cardName(card)
  return (
    <article
      aria-label={name}
      aria-disabled={reasonId ? true : undefined}
      aria-describedby={reasonId}
      tabIndex={-1}
      data-card-id={card.id}
      data-card-number={card.number}
      data-blocked={card.blocked ? '' : undefined}
      data-changed={mark ? change?.at : undefined}
      data-pending={pending ? '' : undefined}
      data-dragged={dragged ? '' : undefined}
      className="card"
    >
      <CardFace card={card} pending={pending} mark={mark} />
      {card.locked && (
        <p id={lockId} className="text-ink-soft text-xs">
          {card.locked}
        </p>
      )}
      {!card.unreadable && (
        <button
          type="button"
          className="card-actions"
          tabIndex={-1}
          aria-label={`Actions for ${name}`}
          aria-haspopup="menu"
        />
      )}
    </article>
  )
})

/** What is drawn inside a card, on the board and in the hand. */
function CardFace({ card, pending, mark }: { card: Card; pending: boolean; mark: string }) {
  const { board } = useBoardFacts()
  const note = useCardNote(board, card)
  return (
    <>
      <div className="card-top" hidden={card.unreadable}>
        {card.number !== undefined && <span>#{card.number}</span>}
        {card.priority && (
          <span className="priority" data-priority={card.priority}>
            {card.priority}
          </span>
        )}
        {pending && <em>asking…</em>}
        {mark && <em className="truncate text-accent">{mark}</em>}
      </div>
      <h3 className="card-title" dir="auto">
        {card.title.trim() ? card.title : 'No title'}
      </h3>
      {card.blocked && (
        <p className="blocked">
          <strong>Blocked</strong>
          <bdi>{blockedText(card.blocked.reason)}</bdi>
        </p>
      )}
      {note && (
        <p className="text-warning text-xs" dir="auto">
          {note.text}
        </p>
      )}
      <CardFoot card={card} />
    </>
  )
}

function CardFoot({ card }: { card: Card }) {
  const { labels } = useBoardFacts()
  const all = shownLabels(card.labels ?? [], labels)
  const shown = all.slice(0, SHOWN_LABELS)
  const more = all.length - shown.length
  if (shown.length === 0 && !card.assignee) return null
  return (
    <div className="card-foot">
      <span className="card-labels">
        {shown.map(({ id, name, color, known }) => (
          <LabelChip key={id} name={name} color={color} known={known} />
        ))}
        {more > 0 && <span className="text-ink-soft text-xs">+{more}</span>}
      </span>
      {card.assignee && (
        <span className="person" role="img" aria-label={`Assigned to ${card.assignee}`}>
          {initials(card.assignee)}
        </span>
      )}
    </div>
  )
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toUpperCase()
}

/** The card that follows the pointer. */
export function CardInHand({ card }: { card: Card }) {
  countRender('card')
  return (
    <div className="card lifted">
      <CardFace card={card} pending={false} mark="" />
    </div>
  )
}
