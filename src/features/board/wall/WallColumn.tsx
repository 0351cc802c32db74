import { useId, useMemo, useRef } from 'react'
import type { Column } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { useFittingCount } from '#hooks/use-fitting-count.ts'
import { cardsShown, stoppedCards } from '#messages/board-messages.ts'
import { NO_TITLE } from '#messages/card-messages.ts'
import { moreOnBoard } from '#messages/wall-messages.ts'
import { stopCause } from '#model/card-evidence.ts'
import { type BoardView, useLabelIndex } from '#queries/board-view/use-board-view.tsx'
import type { TimedCardDiff } from '#queries/feed/loaded-board.ts'
import { useStableValue } from '#queries/use-stable-value.ts'
import { shorten } from '#ui/shorten.ts'
import {
  attentionSign,
  blockedSentence,
  labelChips,
  people,
  prioritySign,
} from '../card/card-parts.tsx'

interface WallColumnProps {
  column: Column
  /** All of the board. */
  columns: readonly Column[]
  /** Cards in the column before filtering. */
  total: number
  isCollapsed: boolean
  changes: BoardView['changes']
  /** The card without what a person has chosen not to see. */
  displayed: (card: Card) => Card
  /** From `monotonicNow()`. */
  now: number
}

/** No screen has room for more. */
const MAX_CARDS = 60

/** How long a change is news for people who pass by. */
const NEWS_MS = 10 * 60_000

/** A column with as many cards as have room, and how many more there are. */
export function WallColumn(props: WallColumnProps) {
  const { column, columns, total, isCollapsed, changes, displayed, now } = props
  const { name } = column
  const headingId = useId()
  const list = useRef<HTMLUListElement>(null)
  const markOf = (card: Card) => recentMark(changes.get(card.id), now)
  const cards = useStableValue(byUrgency(column.cards, markOf).slice(0, MAX_CARDS).map(displayed))
  const fitting = useFittingCount(list, cards)
  const moreCount = column.cards.length - Math.min(fitting, cards.length)
  const stoppedCount = useMemo(() => column.cards.filter(stopCause).length, [column.cards])
  return (
    <section aria-labelledby={headingId}>
      <div data-wall-column-head>
        <h2 id={headingId} dir="auto">
          {shorten(name)}
        </h2>
        <span data-count>{isCollapsed ? total : cardsShown(column.cards.length, total)}</span>
        {stoppedCount > 0 && <span data-blocked-count>{stoppedCards(stoppedCount)}</span>}
      </div>
      {!isCollapsed && (
        <>
          <ul ref={list}>
            {cards.map((card, index) => (
              <WallCard
                key={card.id}
                card={card}
                columns={columns}
                mark={markOf(card)}
                isCut={index >= fitting}
              />
            ))}
          </ul>
          <p data-more>{moreCount > 0 && moreOnBoard(moreCount)}</p>
        </>
      )}
    </section>
  )
}

/** What is new or can't move comes first: below what has room, nobody would see it. */
function byUrgency(cards: readonly Card[], markOf: (card: Card) => string): readonly Card[] {
  const rankOf = (card: Card) => {
    if (markOf(card) !== '') return 0
    return stopCause(card) ? 1 : 2
  }
  return cards.toSorted((a, b) => rankOf(a) - rankOf(b))
}

function recentMark(change: TimedCardDiff | undefined, now: number): string {
  return change && now - change.requestedAt < NEWS_MS ? change.mark : ''
}

interface WallCardProps {
  card: Card
  columns: readonly Column[]
  /** What other people have just changed. */
  mark: string
  /** There is no room for all of it. */
  isCut: boolean
}

function WallCard({ card, columns, mark, isCut }: WallCardProps) {
  const labels = useLabelIndex()
  const { number, priority, title } = card
  return (
    <li
      data-wall-card
      data-wall-blocked={card.blocked ? '' : undefined}
      data-wall-changed={mark ? '' : undefined}
      data-cut={isCut ? '' : undefined}
    >
      <div data-line>
        {number !== undefined && <span>#{number}</span>}
        {priority && prioritySign(priority, undefined)}
        {attentionSign(card, columns, undefined)}
        {mark && <em>{mark}</em>}
      </div>
      <p data-title dir="auto">
        {title.trim() ? shorten(title) : NO_TITLE}
      </p>
      {blockedSentence(card, undefined)}
      <div data-line>
        {labelChips(card, labels, undefined)}
        {people(card, undefined)}
      </div>
    </li>
  )
}
