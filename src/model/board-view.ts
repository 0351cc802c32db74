import type { Board, Column } from '#contract/board.ts'
import type { Card } from '#contract/card.ts'
import { applyIntents, type LabelIntent } from './card-labels.ts'

/** A move that the screen shows over server truth until a later read has spoken. */
export interface PendingMove {
  cardId: string
  toStatusId: string
}

/** A label edit that the screen shows over server truth until a later read has spoken. */
export interface PendingLabelEdit {
  cardId: string
  intent: LabelIntent
}

/**
 * The board with pending moves laid over it, in the order they were asked for. A moved card stands last in its new
 * column [gap G4]. Untouched columns and cards keep their identity. A move of a card that is gone, or into a column
 * that is gone, shows nothing: the card stays where the service says.
 */
export function applyMoves(board: Board, moves: readonly PendingMove[]): Board {
  if (moves.length === 0) return board
  const target = new Map(moves.map((move) => [move.cardId, move.toStatusId]))
  const known = new Set(board.columns.map((column) => column.statusId))
  const arriving = new Map<string, Card[]>()
  const leaving = new Set<string>()
  for (const column of board.columns) {
    for (const card of column.cards) {
      const to = target.get(card.id)
      if (to === undefined || to === column.statusId || !known.has(to)) continue
      leaving.add(card.id)
      arriving.set(to, [...(arriving.get(to) ?? []), { ...card, statusId: to }])
    }
  }
  if (leaving.size === 0) return board
  const order = new Map([...target.keys()].map((id, index) => [id, index]))
  const columns = board.columns.map((column) => {
    const incoming = (column.statusId !== undefined && arriving.get(column.statusId)) || []
    const loses = column.cards.some((card) => leaving.has(card.id))
    if (incoming.length === 0 && !loses) return column
    const staying = loses ? column.cards.filter((card) => !leaving.has(card.id)) : column.cards
    const sorted = [...incoming].sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
    return { ...column, cards: [...staying, ...sorted] }
  })
  return { ...board, columns }
}

/** The board with pending label edits laid over it. Untouched columns and cards keep their identity. */
export function applyLabelEdits(board: Board, edits: readonly PendingLabelEdit[]): Board {
  if (edits.length === 0) return board
  const byCard = new Map<string, LabelIntent[]>()
  for (const edit of edits) byCard.set(edit.cardId, [...(byCard.get(edit.cardId) ?? []), edit.intent])
  return mapCards(board, (card) => {
    const intents = byCard.get(card.id)
    if (!intents || !card.labels) return card
    const before = card.labels
    const ids = applyIntents(
      before.map((label) => label.id),
      intents,
    )
    return { ...card, labels: ids.map((id) => before.find((label) => label.id === id) ?? { id }) }
  })
}

/** How many cards of the board are blocked. */
export function countBlocked(board: Board): number {
  return sum(board.columns, (column) => sum(column.cards, (card) => (card.blocked ? 1 : 0)))
}

/** How many cards stand on the board. */
export function countCards(board: Board): number {
  return sum(board.columns, (column) => column.cards.length)
}

/** Finds a card and the column it stands in. */
export function findCard(board: Board, cardId: string): { card: Card; column: Column; index: number } | undefined {
  for (const column of board.columns) {
    const index = column.cards.findIndex((card) => card.id === cardId)
    const card = column.cards[index]
    if (card) return { card, column, index }
  }
  return undefined
}

/** The column that a statusId addresses. */
export function findColumn(board: Board, statusId: string): Column | undefined {
  return board.columns.find((column) => column.statusId === statusId)
}

/** The name a person knows a card by: "#101 Rotate signing keys". */
export function cardName(card: Pick<Card, 'number' | 'title'>): string {
  return card.number === undefined ? card.title || 'A card without a number' : `#${card.number} ${card.title}`.trim()
}

/** The short name used in sentences: "#101". */
export function cardHandle(card: Pick<Card, 'number' | 'title'>): string {
  return card.number === undefined ? `“${card.title || 'A card without a number'}”` : `#${card.number}`
}

function mapCards(board: Board, change: (card: Card) => Card): Board {
  let touched = false
  const columns = board.columns.map((column) => {
    const cards = column.cards.map(change)
    if (cards.every((card, index) => card === column.cards[index])) return column
    touched = true
    return { ...column, cards }
  })
  return touched ? { ...board, columns } : board
}

function sum<T>(items: readonly T[], count: (item: T) => number): number {
  return items.reduce((total, item) => total + count(item), 0)
}
