import type { Board, Column } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { applyLabelIntents, type LabelIntent } from './label-edits.ts'

/** A move that the screen shows over server data until a later load confirms or refutes it. */
export interface PendingMove {
  cardId: string
  toStatusId: string
}

/**
 * A label edit that the screen shows over server data until a later load confirms or refutes it.
 */
export interface PendingLabelEdit {
  cardId: string
  intent: LabelIntent
}

/**
 * The board with pending moves applied in order. A moved card is last in its new column [gap G4].
 * Untouched columns and cards keep their identity. A move of a missing card, or into a missing
 * column, has no effect.
 */
export function applyMoves(board: Board, moves: readonly PendingMove[]): Board {
  if (moves.length === 0) return board
  const targets = new Map(moves.map((move) => [move.cardId, move.toStatusId]))
  const { arriving, leaving } = splitMovedCards(board, targets)
  if (leaving.size === 0) return board
  const order = new Map([...targets.keys()].map((id, index) => [id, index]))
  const byOrder = (a: Card, b: Card) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0)
  const columns = board.columns.map((column) => {
    const incoming = column.statusId === undefined ? [] : (arriving.get(column.statusId) ?? [])
    return replaceCards(column, leaving, [...incoming].sort(byOrder))
  })
  return { ...board, columns }
}

function splitMovedCards(board: Board, targets: ReadonlyMap<string, string>) {
  const statusIds = new Set(board.columns.map((column) => column.statusId))
  const arriving = new Map<string, Card[]>()
  const leaving = new Set<string>()
  for (const column of board.columns) {
    for (const card of column.cards) {
      const toStatusId = targets.get(card.id)
      if (toStatusId === undefined || toStatusId === column.statusId) continue
      if (!statusIds.has(toStatusId)) continue
      leaving.add(card.id)
      const incoming = arriving.get(toStatusId) ?? []
      arriving.set(toStatusId, [...incoming, { ...card, statusId: toStatusId }])
    }
  }
  return { arriving, leaving }
}

function replaceCards(column: Column, leaving: ReadonlySet<string>, incoming: Card[]): Column {
  const loses = column.cards.some((card) => leaving.has(card.id))
  if (incoming.length === 0 && !loses) return column
  const remaining = loses ? column.cards.filter((card) => !leaving.has(card.id)) : column.cards
  return { ...column, cards: [...remaining, ...incoming] }
}

/** The board with pending label edits applied. Untouched columns and cards keep their identity. */
export function applyLabelEdits(board: Board, edits: readonly PendingLabelEdit[]): Board {
  if (edits.length === 0) return board
  const intentsByCard = new Map<string, LabelIntent[]>()
  for (const { cardId, intent } of edits) {
    intentsByCard.set(cardId, [...(intentsByCard.get(cardId) ?? []), intent])
  }
  return mapCards(board, (card) => {
    const intents = intentsByCard.get(card.id)
    if (!intents || !card.labels) return card
    const labels = new Map(card.labels.map((label) => [label.id, label]))
    const ids = applyLabelIntents([...labels.keys()], intents)
    return { ...card, labels: ids.map((id) => labels.get(id) ?? { id }) }
  })
}

function mapCards(board: Board, change: (card: Card) => Card): Board {
  let isChanged = false
  const columns = board.columns.map((column) => {
    const cards = column.cards.map(change)
    if (cards.every((card, index) => card === column.cards[index])) return column
    isChanged = true
    return { ...column, cards }
  })
  return isChanged ? { ...board, columns } : board
}
