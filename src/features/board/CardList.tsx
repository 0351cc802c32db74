import { memo } from 'react'
import type { Card } from '#contract/card.ts'
import type { SeenChange } from '#queries/board.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { VirtualList } from '#ui/VirtualList.tsx'
import { BoardCard } from './BoardCard.tsx'

interface CardListProps {
  cards: readonly Card[]
  columnName: string
  /** What stands there when there are none. */
  emptyWords: string
  /** Ids of cards with a write under way; the same set as long as it holds the same. */
  pending: ReadonlySet<string>
  /** What others changed, by card id. */
  changes: ReadonlyMap<string, SeenChange>
  /** The board's tab stop. It stays mounted, wherever the list is scrolled to. */
  tabStop: string | undefined
}

const OVERSCAN = 2
const USUAL_HEIGHT = 96
const GAP = 6

/** A column's cards: only the rows near the window exist, keyed by card, measured as they are drawn. */
export const CardList = memo(function CardList({
  cards,
  columnName,
  emptyWords,
  pending,
  changes,
  tabStop,
}: CardListProps) {
  // A picked-up card must stay mounted too: a touch ends when the element it began on is taken away.
  const dragged = useBoardUiStore((state) =>
    state.dragged !== null && hasCard(cards, state.dragged) ? state.dragged : null,
  )
  const kept = [indexOfCard(cards, tabStop), indexOfCard(cards, dragged)].filter((index) => index >= 0)
  return (
    <VirtualList
      items={cards}
      keyOf={(card) => card.id}
      kept={kept}
      usualHeight={USUAL_HEIGHT}
      gap={GAP}
      overscan={OVERSCAN}
      label={`Cards in ${columnName}`}
      className="column-scroll"
      empty={<p className="px-3 py-2 text-ink-soft text-xs">{emptyWords}</p>}
    >
      {(card) => <BoardCard card={card} pending={pending.has(card.id)} change={changes.get(card.id)} />}
    </VirtualList>
  )
})

function hasCard(cards: readonly Card[], id: string): boolean {
  return indexOfCard(cards, id) >= 0
}

function indexOfCard(cards: readonly Card[], id: string | null | undefined): number {
  return id ? cards.findIndex((card) => card.id === id) : -1
}
