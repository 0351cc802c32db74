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

function isFollowedCard(card: Card, { cards, people }: Follows): boolean {
  return cards.includes(card.id) || assigneesOf(card).some(({ name }) => people.includes(name))
}

/** Of the cards of a board. */
export function followedCardIds(board: Board, follows: Follows): ReadonlySet<string> {
  if (follows.cards.length === 0 && follows.people.length === 0) return NONE
  const cards = board.columns.flatMap((column) => column.cards)
  return new Set(cards.filter((card) => isFollowedCard(card, follows)).map(({ id }) => id))
}

const NONE: ReadonlySet<string> = new Set()

/** Names of the people on a board, in the order of the alphabet. */
export function peopleOf(board: Board): string[] {
  const cards = board.columns.flatMap((column) => column.cards)
  const names = new Set(cards.flatMap((card) => assigneesOf(card).map(({ name }) => name)))
  return [...names].sort((a, b) => a.localeCompare(b))
}
