import type { Board, Column } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import type { Grouping } from './arrangement.ts'
import { assigneesOf } from './assignees.ts'
import { displayedLabels, type LabelIndex, resolveLabel } from './label-lookup.ts'
import { comparePriorities } from './sort-board.ts'

/** Indexes of cards in their column: from `start` up to, and without, `end`. */
interface CardRange {
  start: number
  end: number
}

/** Cards with something in common, across all columns. */
export interface Lane {
  /** An id or a name; undefined for the cards without any. */
  value: string | undefined
  /** The name of that value: of a label, for example. */
  name: string | undefined
  count: number
  /** Where its cards are in each column of the board. */
  ranges: readonly CardRange[]
}

/** A board with the cards of each column in the order of the lanes. */
export interface GroupedBoard {
  board: Board
  lanes: readonly Lane[]
}

/** What one value of a card is called, and how values are ordered. */
interface GroupedBy {
  valueIn: (card: Card) => string | undefined
  nameOf: (value: string) => string
  compare: (a: string, b: string) => number
}

type Value = string | undefined

interface GroupedColumn {
  column: Column
  ranges: ReadonlyMap<Value, CardRange>
}

const NO_CARDS: CardRange = { start: 0, end: 0 }

/**
 * Puts each card into one lane: with several people or labels, into that of the first one. Within a
 * lane, cards keep their order. A column that it has seen before costs nothing and stays the same
 * object.
 */
export function createGrouping(
  group: Exclude<Grouping, 'none'>,
  labels: LabelIndex,
): (board: Board) => GroupedBoard {
  const by = GROUPED_BY[group](labels)
  const known = new WeakMap<Column, GroupedColumn>()
  const groupOf = (column: Column): GroupedColumn => {
    const grouped = known.get(column) ?? groupColumn(column, by)
    known.set(column, grouped)
    return grouped
  }
  return (board) => {
    const columns = board.columns.map(groupOf)
    const values = new Set(columns.flatMap(({ ranges }) => [...ranges.keys()]))
    const lanes = [...values].sort(byValue(by)).map((value) => laneOf(value, columns, by))
    return { board: { ...board, columns: columns.map(({ column }) => column) }, lanes }
  }
}

function groupColumn(column: Column, by: GroupedBy): GroupedColumn {
  const cardsOf = new Map<Value, Card[]>()
  for (const card of column.cards) {
    const value = by.valueIn(card)
    const cards = cardsOf.get(value)
    if (cards) cards.push(card)
    else cardsOf.set(value, [card])
  }
  const ranges = new Map<Value, CardRange>()
  let start = 0
  const sorted = [...cardsOf].sort(([a], [b]) => byValue(by)(a, b))
  for (const [value, cards] of sorted) {
    ranges.set(value, { start, end: start + cards.length })
    start += cards.length
  }
  return { column: { ...column, cards: sorted.flatMap(([, cards]) => cards) }, ranges }
}

/** Cards without a value come last. */
function byValue({ compare }: GroupedBy): (a: Value, b: Value) => number {
  return (a, b) => {
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
    return compare(a, b)
  }
}

function laneOf(value: Value, columns: readonly GroupedColumn[], { nameOf }: GroupedBy): Lane {
  const ranges = columns.map((column) => column.ranges.get(value) ?? NO_CARDS)
  const count = ranges.reduce((sum, { start, end }) => sum + end - start, 0)
  return { value, name: value === undefined ? undefined : nameOf(value), count, ranges }
}

const GROUPED_BY: Readonly<Record<Exclude<Grouping, 'none'>, (labels: LabelIndex) => GroupedBy>> = {
  assignee: () => {
    const names = new Map<string | null, Value>()
    const valueIn = ({ assignee }: Card) => {
      if (!names.has(assignee)) names.set(assignee, assigneesOf({ assignee })[0]?.name)
      return names.get(assignee)
    }
    return { valueIn, nameOf: (name) => name, compare: compareNames() }
  },
  priority: () => ({
    valueIn: ({ priority }) => priority || undefined,
    nameOf: (priority) => priority,
    compare: comparePriorities,
  }),
  label: (labels) => {
    const nameOf = (id: string) => resolveLabel({ id }, labels).name
    const compare = compareNames()
    return {
      valueIn: (card) => displayedLabels(card.labels?.slice(0, 1) ?? [], labels)[0]?.id,
      nameOf,
      compare: (a, b) => compare(nameOf(a), nameOf(b)) || compare(a, b),
    }
  },
  project: () => ({
    valueIn: ({ projectId }) => projectId || undefined,
    nameOf: (projectId) => projectId,
    compare: compareNames(),
  }),
}

function compareNames(): (a: string, b: string) => number {
  return new Intl.Collator(undefined, { numeric: true, sensitivity: 'variant' }).compare
}

/** Unique among the lanes of a board. */
export function laneKey({ value }: Lane): string {
  return value === undefined ? '' : `=${value}`
}

/** The lane of the card at an index of a column, and the row of the card in it. */
export function placeInLanes(
  lanes: readonly Lane[],
  { columnIndex, cardIndex }: { columnIndex: number; cardIndex: number },
): { lane: Lane; row: number } | undefined {
  const isIn = ({ ranges }: Lane) => {
    const { start, end } = ranges[columnIndex] ?? NO_CARDS
    return cardIndex >= start && cardIndex < end
  }
  const lane = lanes.find(isIn)
  return lane && { lane, row: cardIndex - (lane.ranges[columnIndex]?.start ?? 0) }
}
