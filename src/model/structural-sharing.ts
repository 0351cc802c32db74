import type { Board, Column } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'

/**
 * Structural sharing by id: the loaded board with every unchanged card, list, and column replaced
 * by the object that is already on the screen, so that only changes render. Sharing by index, the
 * default of TanStack Query, would replace every card behind one that moved.
 */
export function shareBoard(before: Board | undefined, after: Board): Board {
  if (!before) return after
  const cards = new Map<string, Card>()
  const kept = new Set(after.columns)
  for (const column of before.columns) {
    if (!kept.has(column)) for (const card of column.cards) cards.set(card.id, card)
  }
  const columns = new Map(before.columns.map((column) => [column.key, column]))
  const shared = after.columns.map((column) => {
    const same = columns.get(column.key)
    return same === column ? column : shareColumn(same, column, cards)
  })
  const isUnchanged =
    before.unreadableCount === after.unreadableCount &&
    before.hasNextPage === after.hasNextPage &&
    shared.length === before.columns.length &&
    shared.every((column, index) => column === before.columns[index])
  return isUnchanged ? before : { ...after, columns: shared }
}

/**
 * The loaded column with its unchanged cards and its unchanged list. `cards` are those on the screen,
 * by id.
 */
export function shareColumn(
  before: Column | undefined,
  after: Column,
  cards: ReadonlyMap<string, Card>,
): Column {
  const list = after.cards.map((card) => {
    const existing = cards.get(card.id)
    return existing && isSameCard(existing, card) ? existing : card
  })
  if (!before) return { ...after, cards: list }
  const hasSameCards =
    list.length === before.cards.length && list.every((card, index) => card === before.cards[index])
  const hasSameFacts =
    before.statusId === after.statusId &&
    before.name === after.name &&
    before.kind === after.kind &&
    before.minRole === after.minRole
  if (hasSameCards && hasSameFacts) return before
  return { ...after, cards: hasSameCards ? before.cards : list }
}

// Written out instead of a generic comparison: 10,000 cards are compared at each poll.
function isSameCard(a: Card, b: Card): boolean {
  return (
    a.number === b.number &&
    a.title === b.title &&
    a.statusId === b.statusId &&
    a.projectId === b.projectId &&
    a.priority === b.priority &&
    a.assignee === b.assignee &&
    a.lockedReason === b.lockedReason &&
    a.isUnreadable === b.isUnreadable &&
    a.blocked?.reason === b.blocked?.reason &&
    hasSameLabels(a.labels, b.labels)
  )
}

function hasSameLabels(a: Card['labels'], b: Card['labels']): boolean {
  if (a === null || b === null) return a === b
  if (a.length !== b.length) return false
  return a.every((label, index) => {
    const other = b[index]
    return label.id === other?.id && label.name === other.name && label.color === other.color
  })
}
