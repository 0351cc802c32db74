import type { Board } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { assigneesOf } from './assignees.ts'

/** What a person follows on a board. */
export interface Follows {
  /** Ids. */
  cards: readonly string[]
  /** Names of people: the cards that are assigned to them. */
  people: readonly string[]
}

export const NO_FOLLOWS: Follows = { cards: [], people: [] }

/** Of the cards of a board, in its order. */
export function followedCardIds(board: Board, follows: Follows): string[] {
  if (follows.cards.length === 0 && follows.people.length === 0) return []
  const [ids, people] = [new Set(follows.cards), new Set(follows.people)]
  const isFollowed = (card: Card) =>
    ids.has(card.id) || (people.size > 0 && assigneesOf(card).some(({ name }) => people.has(name)))
  const cards = board.columns.flatMap((column) => column.cards)
  return cards.filter(isFollowed).map(({ id }) => id)
}

/** Names of the people on a board, in the order of the alphabet. */
export function peopleOf(board: Board): string[] {
  const cards = board.columns.flatMap((column) => column.cards)
  const names = new Set(cards.flatMap((card) => assigneesOf(card).map(({ name }) => name)))
  return [...names].sort((a, b) => a.localeCompare(b))
}
