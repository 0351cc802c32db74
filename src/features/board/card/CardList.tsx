import type { Card } from '#contract/readers/read-card.ts'
import { type RenderDelay, useReadyAfter } from '#hooks/use-ready-after.ts'
import { cardsIn, moreCards } from '#messages/board-messages.ts'
import type { OlderCardsOfColumn } from '#model/older-cards.ts'
import type { BoardView } from '#queries/board-view/use-board-view.tsx'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { useUrlArrangement } from '#state/url.ts'
import { countRender } from '#ui/render-count.ts'
import { VirtualList } from '#ui/VirtualList.tsx'
import { OlderCardsBelow } from '../column/OlderCardsBelow.tsx'
import { useTabStopIndex } from '../focus/use-tab-stop-index.ts'
import { BoardCard } from './BoardCard.tsx'
import { estimateCardHeight } from './face.ts'
import { useCardProps } from './use-card-props.ts'

interface CardListProps {
  cards: readonly Card[]
  older: OlderCardsOfColumn | undefined
  columnName: string
  /** Shown when there are no cards. */
  emptyMessage: string
  view: BoardView
  /** How long the cards of other columns go first. */
  wait: RenderDelay
}

const ROWS = {
  keyOf: (card: Card) => card.id,
  estimateHeight: estimateCardHeight,
  gap: 8,
  followsFocus: () => !useBoardUiStore.getState().keepsScroll,
  moreMessage: moreCards,
}
const COMPACT_ROWS = { ...ROWS, gap: 4 }

/**
 * The bottom padding leaves room for the toast, so that it never covers the last card or the
 * focused one.
 */
const SCROLLER = [
  'h-full overflow-y-auto overflow-x-hidden overscroll-y-contain px-[0.4375rem] pt-1.5 pb-18',
  'scroll-pt-1.5 scroll-pb-18 scrollbar-thin [scrollbar-gutter:stable] outline-none max-sm:scroll-pb-36 max-sm:pb-36',
  // The list keeps the position itself when a card above gets another height.
  '[overflow-anchor:none]',
  // A step of scrolling lays out and paints only this list.
  'contain-strict print:h-auto print:overflow-visible print:p-0 print:contain-none',
  'data-[verdict=no]:[--ink:var(--ink-soft)] data-[verdict=no]:[--surface:var(--sunken)]',
  // Texts inherit the computed color of the page, whatever `--ink` is here.
  'data-[verdict=no]:muted-colors data-[verdict=no]:text-ink-soft',
].join(' ')

const EMPTY =
  'grid min-h-16 place-items-center rounded-lg border border-line border-dashed p-2 text-center text-ink-soft text-xs in-data-over:hidden'

/** The cards of a column: only the rows near the window exist. */
export function CardList({ wait, ...props }: CardListProps) {
  const isReady = useReadyAfter(wait)
  if (!isReady) return <div data-scroller className={SCROLLER} />
  return <Cards {...props} />
}

function Cards({ cards, older, columnName, emptyMessage, view }: Omit<CardListProps, 'wait'>) {
  countRender('list')
  const tabStopIndex = useTabStopIndex(cards)
  const propsOf = useCardProps(view)
  const isCompact = useUrlArrangement().density === 'compact'
  return (
    <VirtualList
      items={cards}
      rows={isCompact ? COMPACT_ROWS : ROWS}
      heldIndexes={() => [tabStopIndex(), draggedIndex(cards)]}
      label={cardsIn(columnName)}
      className={SCROLLER}
      belowRows={
        older ? (
          <OlderCardsBelow older={[older]} />
        ) : (
          cards.length === 0 && <p className={EMPTY}>{emptyMessage}</p>
        )
      }
    >
      {(card) => <BoardCard {...propsOf(card)} />}
    </VirtualList>
  )
}

/**
 * A touch ends when the element is removed on which it started, so the carried card stays. It isn't
 * a prop: nothing has to render because a card is carried.
 */
function draggedIndex(cards: readonly Card[]): number {
  const { draggedCard } = useBoardUiStore.getState()
  return draggedCard === null ? -1 : cards.findIndex((card) => card.id === draggedCard)
}
