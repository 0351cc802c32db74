import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useRef } from 'react'
import type { Card } from '#contract/card.ts'
import type { SeenChange } from '#queries/board.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
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
  const scroller = useRef<HTMLDivElement>(null)
  // A picked-up card must stay mounted too: a touch ends when the element it began on is taken away.
  const dragged = useBoardUiStore((state) =>
    state.dragged !== null && hasCard(cards, state.dragged) ? state.dragged : null,
  )
  const kept = [indexOfCard(cards, tabStop), indexOfCard(cards, dragged)].filter((index) => index >= 0)
  const keptKey = kept.join()
  const rangeExtractor = useCallback(
    (range: Range) => {
      const keep = keptKey.split(',').filter(Boolean).map(Number)
      return [...new Set([...defaultRangeExtractor(range), ...keep])].sort((a, b) => a - b)
    },
    [keptKey],
  )
  const virtualizer = useVirtualizer({
    count: cards.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => USUAL_HEIGHT,
    getItemKey: (index) => cards[index]?.id ?? index,
    overscan: OVERSCAN,
    gap: GAP,
    useFlushSync: false,
    rangeExtractor,
  })
  return (
    // Not a tab stop of its own, which a browser makes of a scroller: its cards scroll it, and one of the board's is the stop.
    <div ref={scroller} className="column-scroll" tabIndex={-1}>
      <ul className="relative" aria-label={`Cards in ${columnName}`} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((row) => {
          const card = cards[row.index]
          if (!card) return null
          return (
            <li
              key={row.key}
              ref={virtualizer.measureElement}
              data-index={row.index}
              aria-setsize={cards.length}
              aria-posinset={row.index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${row.start}px)` }}
            >
              <BoardCard card={card} pending={pending.has(card.id)} change={changes.get(card.id)} />
            </li>
          )
        })}
      </ul>
      {cards.length === 0 && <p className="px-3 py-2 text-ink-soft text-xs">{emptyWords}</p>}
    </div>
  )
})

function hasCard(cards: readonly Card[], id: string): boolean {
  return indexOfCard(cards, id) >= 0
}

function indexOfCard(cards: readonly Card[], id: string | null | undefined): number {
  return id ? cards.findIndex((card) => card.id === id) : -1
}
