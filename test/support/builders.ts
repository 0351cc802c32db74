import type { Board, Column } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'

/** A parsed card. `overrides` are the values that matter to a test. */
export function aCard(number: number, overrides: Partial<Card> = {}): Card {
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
    ...overrides,
  }
}

/** A column with one card per number. */
export function aColumn(
  statusId: string,
  numbers: readonly number[],
  overrides: Partial<Column> = {},
): Column {
  return {
    key: statusId,
    statusId,
    name: `Column ${statusId}`,
    kind: 'stage',
    minRole: 'member',
    cards: numbers.map((number) => aCard(number, { statusId })),
    ...overrides,
  }
}

/** A board from card numbers by column id: `{ a: [1, 2], b: [] }`. */
export function aBoard(cardNumbers: Readonly<Record<string, readonly number[]>>): Board {
  return {
    columns: Object.entries(cardNumbers).map(([statusId, numbers]) => aColumn(statusId, numbers)),
    unreadableCount: 0,
    hasNextPage: false,
  }
}

/** Card numbers by column key: `{ a: [1, 2], b: [] }`. */
export function placesOf(board: Board): Record<string, (number | undefined)[]> {
  return Object.fromEntries(
    board.columns.map((column) => [column.key, column.cards.map((card) => card.number)]),
  )
}
