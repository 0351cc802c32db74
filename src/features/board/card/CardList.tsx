import { memo } from 'react'
import type { Card } from '#contract/readers/read-card.ts'
import type { BoardView } from '#queries/use-board-view.tsx'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { VirtualList } from '#ui/VirtualList.tsx'
import { useTabStopIndex } from '../keyboard/tab-stop.ts'
import { BoardCard } from './BoardCard.tsx'

interface CardListProps {
  cards: readonly Card[]
  columnName: string
  /** Shown when there are no cards. */
  emptyMessage: string
  view: BoardView
}

const SIZES = { row: 96, gap: 6, overscan: 2 }

/**
 * The bottom padding leaves room for the toast, so that it never covers the last card or the
 * focused one.
 */
const SCROLLER = [
  'h-full overflow-y-auto overflow-x-hidden overscroll-y-contain px-1 pt-1.5 pb-18',
  'scroll-pt-1.5 scroll-pb-18 scrollbar-thin outline-none max-sm:scroll-pb-28 max-sm:pb-28',
  'group-data-[verdict=no]/column:[--ink:var(--ink-soft)]',
  'group-data-[verdict=no]/column:[--surface:var(--sunken)] group-data-[verdict=no]/column:muted-colors',
].join(' ')

/** The cards of a column: only the rows near the window exist. */
export const CardList = memo(function CardList(props: CardListProps) {
  const { cards, columnName, emptyMessage, view } = props
  const { movingCardIds, labelingCardIds, changes } = view
  return (
    <VirtualList
      items={cards}
      keyOf={(card) => card.id}
      keptIndexes={useKeptIndexes(cards)}
      sizes={SIZES}
      label={`Cards in ${columnName}`}
      className={SCROLLER}
      empty={<p className="px-3 py-2 text-ink-soft text-xs">{emptyMessage}</p>}
    >
      {(card) => (
        <BoardCard
          card={card}
          isMoving={movingCardIds.has(card.id)}
          isSaving={labelingCardIds.has(card.id)}
          change={changes.get(card.id)}
        />
      )}
    </VirtualList>
  )
}, hasSameCards)

/** Columns without a changed card don't render when another part of the view changes. */
function hasSameCards(before: CardListProps, after: CardListProps): boolean {
  return (
    before.cards === after.cards &&
    before.columnName === after.columnName &&
    before.emptyMessage === after.emptyMessage &&
    before.view.movingCardIds === after.view.movingCardIds &&
    before.view.labelingCardIds === after.view.labelingCardIds &&
    before.view.changes === after.view.changes
  )
}

/**
 * The tab stop stays mounted, and so does the dragged card: a touch ends when the element is
 * removed on which it started.
 */
function useKeptIndexes(cards: readonly Card[]): number[] {
  const tabStop = useTabStopIndex(cards)
  const dragged = useBoardUiStore((state) => indexOfCard(cards, state.draggedCard))
  return [tabStop, dragged].filter((index) => index >= 0)
}

function indexOfCard(cards: readonly Card[], id: string | null): number {
  return id === null ? -1 : cards.findIndex((card) => card.id === id)
}
