import type { Board, Column } from '#contract/board.ts'
import type { Card } from '#contract/card.ts'

/**
 * Structural sharing keyed by id: the newly read board with every unchanged card, list and column replaced by the
 * object that is already on the screen, so that only what changed renders. (Sharing by index, the usual default,
 * renews every card behind one that moved.)
 */
export function shareBoard(before: Board | undefined, after: Board): Board {
  if (!before) return after
  const cards = new Map<string, Card>()
  for (const column of before.columns) for (const card of column.cards) cards.set(card.id, card)
  const columns = new Map(before.columns.map((column) => [column.key, column]))
  const shared = after.columns.map((column) => shareColumn(columns.get(column.key), column, cards))
  const same =
    before.unreadable === after.unreadable &&
    before.incomplete === after.incomplete &&
    shared.length === before.columns.length &&
    shared.every((column, index) => column === before.columns[index])
  return same ? before : { ...after, columns: shared }
}

function shareColumn(before: Column | undefined, after: Column, cards: ReadonlyMap<string, Card>): Column {
  const list = after.cards.map((card) => {
    const known = cards.get(card.id)
    return known && sameCard(known, card) ? known : card
  })
  if (!before) return { ...after, cards: list }
  const sameCards = list.length === before.cards.length && list.every((card, index) => card === before.cards[index])
  const facts =
    before.statusId === after.statusId &&
    before.name === after.name &&
    before.kind === after.kind &&
    before.minRole === after.minRole
  if (sameCards && facts) return before
  return { ...after, cards: sameCards ? before.cards : list }
}

/** As sameValue, written out: ten thousand cards are compared at each poll. */
function sameCard(a: Card, b: Card): boolean {
  return (
    a.number === b.number &&
    a.title === b.title &&
    a.statusId === b.statusId &&
    a.projectId === b.projectId &&
    a.priority === b.priority &&
    a.assignee === b.assignee &&
    a.locked === b.locked &&
    a.unreadable === b.unreadable &&
    a.blocked?.reason === b.blocked?.reason &&
    sameLabels(a.labels, b.labels)
  )
}

function sameLabels(a: Card['labels'], b: Card['labels']): boolean {
  if (a === null || b === null) return a === b
  if (a.length !== b.length) return false
  return a.every((label, index) => {
    const other = b[index]
    return label.id === other?.id && label.name === other.name && label.color === other.color
  })
}

/** Are two JSON-like values equal in content? Keys that are undefined count as absent. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
    return a.every((item, index) => sameValue(item, b[index]))
  }
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  for (const key of keys) if (!sameValue(Reflect.get(a, key), Reflect.get(b, key))) return false
  return true
}
