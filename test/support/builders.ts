import type { Board, Column } from '#contract/board.ts'
import type { Card } from '#contract/card.ts'

/** A card as the page reads it, with only what a test says about it. */
export function aCard(number: number, facts: Partial<Card> = {}): Card {
  return {
    id: String(1_000 + number),
    number,
    title: `Card ${number}`,
    projectId: '31',
    statusId: 'a',
    priority: 'medium',
    assignee: null,
    labels: [],
    blocked: null,
    ...facts,
  }
}

/** A column whose cards stand in it. */
export function aColumn(statusId: string, numbers: readonly number[], facts: Partial<Column> = {}): Column {
  return {
    key: statusId,
    statusId,
    name: `Column ${statusId}`,
    kind: 'stage',
    minRole: 'member',
    cards: numbers.map((number) => aCard(number, { statusId })),
    ...facts,
  }
}

/** A board of columns: `{ a: [1, 2], b: [] }`. */
export function aBoard(flow: Readonly<Record<string, readonly number[]>>): Board {
  return {
    columns: Object.entries(flow).map(([statusId, numbers]) => aColumn(statusId, numbers)),
    unreadable: 0,
    incomplete: false,
  }
}

/** Where each card stands: `{ a: [1, 2], b: [] }`. */
export function placesOf(board: Board): Record<string, (number | undefined)[]> {
  return Object.fromEntries(board.columns.map((column) => [column.key, column.cards.map((card) => card.number)]))
}
