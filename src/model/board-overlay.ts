import type { Board, Column } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { findCard, findColumn } from './board-lookup.ts'
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
  const targets = new Map(moves.map((move) => [move.cardId, move.toStatusId]))
  const leaving = new Map<Column, Set<string>>()
  const arriving = new Map<Column, Card[]>()
  // There are few moves and many cards, so this looks for the cards of the moves.
  for (const [cardId, toStatusId] of targets) {
    const place = findCard(board, cardId)
    const target = findColumn(board, toStatusId)
    if (!place || !target || place.column.statusId === toStatusId) continue
    leaving.set(place.column, (leaving.get(place.column) ?? new Set()).add(cardId))
    const card = { ...place.card, statusId: toStatusId }
    arriving.set(target, [...(arriving.get(target) ?? []), card])
  }
  if (leaving.size === 0) return board
  const columns = board.columns.map((column) =>
    replaceCards(column, leaving.get(column), arriving.get(column)),
  )
  return { ...board, columns }
}

function replaceCards(
  column: Column,
  leaving: ReadonlySet<string> | undefined,
  arriving: readonly Card[] | undefined,
): Column {
  if (!leaving && !arriving) return column
  const remaining = leaving ? column.cards.filter((card) => !leaving.has(card.id)) : column.cards
  return { ...column, cards: [...remaining, ...(arriving ?? [])] }
}

/**
 * The board as a person sees it while writes wait for a load that shows them.
 * See .github/decisions/0007-pending-writes-are-an-overlay.md.
 */
export function applyPendingWrites(
  board: Board,
  moves: readonly PendingMove[],
  edits: readonly PendingLabelEdit[],
): Board {
  return applyLabelEdits(applyMoves(board, moves), edits)
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
