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
  /** Its cards, also while they are collapsed. */
  count: number
  isCollapsed: boolean
  /** Where its cards are in each column of the board. */
  ranges: readonly CardRange[]
}

/** A board with the cards of each column in the order of the lanes. */
interface GroupedBoard {
  board: Board
  lanes: readonly Lane[]
}

export interface Grouped {
  group: (board: Board) => GroupedBoard
  /** The key of the lane, if it's collapsed. */
  collapsedLaneOf: (card: Card) => string | undefined
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
  /** Of the cards that are there. */
  ranges: ReadonlyMap<Value, CardRange>
  counts: ReadonlyMap<Value, number>
}

const NO_CARDS: CardRange = { start: 0, end: 0 }

/**
 * Puts each card into one lane: with several people or labels, into that of the first one. Within a
 * lane, cards keep their order. A collapsed lane stays without its cards, like a collapsed column. A
 * column that it has seen before costs nothing and stays the same object.
 *
 * @param collapsed keys of lanes.
 */
export function createGrouping(
  group: Exclude<Grouping, 'none'>,
  labels: LabelIndex,
  collapsed: readonly string[] = [],
): Grouped {
  const by = GROUPED_BY[group](labels)
  const isCollapsed = (value: Value) => collapsed.includes(laneKey(value))
  const known = new WeakMap<Column, GroupedColumn>()
  const groupOf = (column: Column): GroupedColumn => {
    const grouped = known.get(column) ?? groupColumn(column, by, isCollapsed)
    known.set(column, grouped)
    return grouped
  }
  return {
    group: (board) => {
      const columns = board.columns.map(groupOf)
      const values = new Set(columns.flatMap(({ counts }) => [...counts.keys()]))
      const lanes = [...values].sort(byValue(by)).map((value) => ({
        ...laneOf(value, columns),
        name: value === undefined ? undefined : by.nameOf(value),
        isCollapsed: isCollapsed(value),
      }))
      return { board: { ...board, columns: columns.map(({ column }) => column) }, lanes }
    },
    collapsedLaneOf: (card) => {
      const value = by.valueIn(card)
      return isCollapsed(value) ? laneKey(value) : undefined
    },
  }
}

function groupColumn(
  column: Column,
  by: GroupedBy,
  isCollapsed: (value: Value) => boolean,
): GroupedColumn {
  const cardsOf = new Map<Value, Card[]>()
  for (const card of column.cards) {
    const value = by.valueIn(card)
    const cards = cardsOf.get(value)
    if (cards) cards.push(card)
    else cardsOf.set(value, [card])
  }
  const counts = new Map([...cardsOf].map(([value, cards]) => [value, cards.length]))
  const ranges = new Map<Value, CardRange>()
  let start = 0
  const sorted = [...cardsOf]
    .filter(([value]) => !isCollapsed(value))
    .sort(([a], [b]) => byValue(by)(a, b))
  for (const [value, cards] of sorted) {
    ranges.set(value, { start, end: start + cards.length })
    start += cards.length
  }
  return { column: { ...column, cards: sorted.flatMap(([, cards]) => cards) }, ranges, counts }
}

/** Cards without a value come last. */
function byValue({ compare }: GroupedBy): (a: Value, b: Value) => number {
  return (a, b) => {
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
    return compare(a, b)
  }
}

function laneOf(value: Value, columns: readonly GroupedColumn[]) {
  const ranges = columns.map((column) => column.ranges.get(value) ?? NO_CARDS)
  const count = columns.reduce((sum, { counts }) => sum + (counts.get(value) ?? 0), 0)
  return { value, count, ranges }
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
export function laneKey(value: Lane['value']): string {
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
