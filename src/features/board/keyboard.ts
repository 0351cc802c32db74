import type { Board } from '#contract/board.ts'
import { findCard } from '#model/board-view.ts'

/** What a key on a card asks for. */
export type CardCommand =
  | { do: 'focus'; cardId: string }
  | { do: 'open' }
  | { do: 'menu'; kind: 'actions' | 'move' }
  | { do: 'move'; toKey: string }
  | { do: 'labels' }
  | { do: 'say'; text: string }

/** Reads a key pressed on a card (product.md, Keyboard); undefined when it means nothing here. */
export function commandForKey(key: string, board: Board, cardId: string): CardCommand | undefined {
  const found = findCard(board, cardId)
  if (!found) return undefined
  const { column, index } = found
  const at = board.columns.indexOf(column)
  switch (key) {
    case 'ArrowDown':
      return focusAt(column.cards, Math.min(index + 1, column.cards.length - 1))
    case 'ArrowUp':
      return focusAt(column.cards, Math.max(index - 1, 0))
    case 'Home':
      return focusAt(column.cards, 0)
    case 'End':
      return focusAt(column.cards, column.cards.length - 1)
    case 'ArrowRight':
      return focusBeside(board, at, 1, index)
    case 'ArrowLeft':
      return focusBeside(board, at, -1, index)
    case 'Enter':
      return { do: 'open' }
    case 'm':
    case 'M':
      return { do: 'menu', kind: 'move' }
    case 'l':
    case 'L':
      return { do: 'labels' }
    case ']':
      return moveBeside(board, at + 1, 'This is the last column.')
    case '[':
      return moveBeside(board, at - 1, 'This is the first column.')
    default:
      return undefined
  }
}

function focusAt(cards: readonly { id: string }[], index: number): CardCommand | undefined {
  const card = cards[index]
  return card && { do: 'focus', cardId: card.id }
}

/** The nearest card of the next column on that side that has any. */
function focusBeside(board: Board, at: number, step: 1 | -1, index: number): CardCommand | undefined {
  for (let next = at + step; next >= 0 && next < board.columns.length; next += step) {
    const cards = board.columns[next]?.cards ?? []
    if (cards.length > 0) return focusAt(cards, Math.min(index, cards.length - 1))
  }
  return undefined
}

function moveBeside(board: Board, at: number, otherwise: string): CardCommand {
  const to = board.columns[at]
  return to ? { do: 'move', toKey: to.key } : { do: 'say', text: otherwise }
}
