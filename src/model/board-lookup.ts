import { PRIORITIES } from '#contract/card-values.ts'
import type { Board, Column } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import * as messages from '#messages/card-messages.ts'
import { stopCause } from './card-evidence.ts'
import { type LabelIndex, resolveLabelId } from './label-lookup.ts'

/** A card with its column and its index there. */
export interface CardPlace {
  card: Card
  column: Column
  index: number
}

export function findCard(board: Board, cardId: string): CardPlace | undefined {
  for (const column of board.columns) {
    const index = column.cards.findIndex((card) => card.id === cardId)
    const card = column.cards[index]
    if (card) return { card, column, index }
  }
  return undefined
}

export function findCardByNumber(board: Board, number: number): Card | undefined {
  for (const column of board.columns) {
    const card = column.cards.find((candidate) => candidate.number === number)
    if (card) return card
  }
  return undefined
}

export function findColumn(board: Board, statusId: string): Column | undefined {
  return board.columns.find((column) => column.statusId === statusId)
}

/**
 * The function that counts the cards that can't move, tried or not. A column that it has seen
 * before costs nothing.
 */
export function createStoppedCounter(): (board: Board) => number {
  const known = new WeakMap<Column, number>()
  const countIn = (column: Column): number => {
    const count = known.get(column) ?? sum(column.cards, (card) => (stopCause(card) ? 1 : 0))
    known.set(column, count)
    return count
  }
  return (board) => sum(board.columns, countIn)
}

export function countCards(board: Board): number {
  return sum(board.columns, (column) => column.cards.length)
}

/** The name of a card: "#101 Rotate signing keys". */
export function cardName(card: Pick<Card, 'number' | 'title'>): string {
  if (card.number === undefined) return card.title || messages.CARD_WITHOUT_NUMBER
  return `#${card.number} ${card.title}`.trim()
}

function sum<T>(items: readonly T[], count: (item: T) => number): number {
  return items.reduce((total, item) => total + count(item), 0)
}

export function cardsWithLabel(board: Board, labelId: string, index: LabelIndex): Card[] {
  const hasLabel = (card: Card) =>
    card.labels?.some((label) => resolveLabelId(label.id, index) === labelId) ?? false
  return board.columns.flatMap((column) => column.cards.filter(hasLabel))
}

/**
 * The priorities of a board's cards: those of our service by urgency, then any others. [gap G17]
 */
export function boardPriorities(board: Board): string[] {
  const present = new Set(
    board.columns.flatMap((column) => column.cards.map((card) => card.priority)),
  )
  present.delete('')
  const known = PRIORITIES.filter((priority) => present.has(priority))
  const others = [...present].filter((priority) => !PRIORITIES.some((other) => other === priority))
  return [...known, ...others.sort()]
}
