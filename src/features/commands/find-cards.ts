import type { Board, Column } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { cardName } from '#model/board-lookup.ts'
import { createTextMatcher } from '#model/search-text.ts'

export interface FoundCard {
  card: Card
  column: Column
}

const MAX_CARDS = 20

/**
 * The cards with every word in their number, title, or assignee, in the order of the board. The
 * card whose number was typed comes first.
 */
export function findCards(board: Board, text: string): FoundCard[] {
  if (!text.trim()) return []
  const matchesText = createTextMatcher(text)
  const number = Number(/^#?(\d+)$/.exec(text.trim())?.[1] ?? Number.NaN)
  const exact: FoundCard[] = []
  const others: FoundCard[] = []
  for (const column of board.columns) {
    for (const card of column.cards) {
      if (card.number === number) exact.push({ card, column })
      else if (others.length < MAX_CARDS && matchesText(searchText(card))) {
        others.push({ card, column })
      }
    }
  }
  return [...exact, ...others].slice(0, MAX_CARDS)
}

function searchText(card: Card): string {
  return `${cardName(card)} ${card.assignee ?? ''}`
}
