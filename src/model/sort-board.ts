import { PRIORITIES } from '#contract/card-values.ts'
import type { Board, Column } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { SORT_ORDERS, type SortOrder } from './arrangement.ts'
import { assigneesOf } from './assignees.ts'
import { committedAt, enteredAt } from './card-evidence.ts'

/** Orders that only the repository of a card gives. */
const OF_REPOSITORY: readonly SortOrder[] = ['entered', 'committed']

/** What the cards of a board can be sorted by, and what they are sorted by. */
export function offeredOrders(columns: Board['columns'], current: SortOrder): SortOrder[] {
  const hasRepository = columns.some(({ cards }) => cards.some(({ repository }) => repository))
  return SORT_ORDERS.filter(
    (order) => hasRepository || order === current || !OF_REPOSITORY.includes(order),
  )
}

type Compare = (a: Card, b: Card) => number

/**
 * Sorts the cards of each column; ties keep the order of the service. A column that it has seen
 * before costs nothing and stays the same object.
 */
export function createBoardSort(order: SortOrder): (board: Board) => Board {
  if (order === 'service') return (board) => board
  const compare = COMPARES[order]()
  const known = new WeakMap<Column, Column>()
  const sortColumn = (column: Column): Column => {
    const sorted = known.get(column) ?? { ...column, cards: [...column.cards].sort(compare) }
    known.set(column, sorted)
    return sorted
  }
  return (board) => ({ ...board, columns: board.columns.map(sortColumn) })
}

/** What has no such value comes last. */
const COMPARES: Readonly<Record<Exclude<SortOrder, 'service'>, () => Compare>> = {
  priority: () => (a, b) => comparePriorities(a.priority, b.priority),
  number: () => (a, b) => (a.number ?? Infinity) - (b.number ?? Infinity) || 0,
  title: () => {
    const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
    return (a, b) => compare(a.title, b.title)
  },
  entered: () => (a, b) => compareTimes(enteredAt(a), enteredAt(b)),
  committed: () => (a, b) => compareTimes(committedAt(a), committedAt(b)),
  assignee: () => {
    const { compare } = new Intl.Collator(undefined, { sensitivity: 'base' })
    const names = new Map<string | null, string | undefined>()
    const nameOf = ({ assignee }: Card) => {
      if (!names.has(assignee)) names.set(assignee, assigneesOf({ assignee })[0]?.name)
      return names.get(assignee)
    }
    return (a, b) => {
      const [first, second] = [nameOf(a), nameOf(b)]
      if (first === undefined || second === undefined) return lastIfMissing(first, second)
      return compare(first, second)
    }
  },
}

/** The longest ago first. */
function compareTimes(a: number | undefined, b: number | undefined): number {
  return a === undefined || b === undefined ? lastIfMissing(a, b) : a - b
}

function lastIfMissing(a: unknown, b: unknown): number {
  return Number(a === undefined) - Number(b === undefined)
}

/**
 * The most urgent one first. Other priorities than those of our service come after them. [gap G17]
 */
export function comparePriorities(a: string, b: string): number {
  return urgency(a) - urgency(b) || compareTexts(a, b)
}

/** 0 is the most urgent one. */
function urgency(priority: string): number {
  if (priority === '') return PRIORITIES.length + 1
  const known: readonly string[] = PRIORITIES
  const index = known.indexOf(priority.toLowerCase())
  return index < 0 ? PRIORITIES.length : index
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
