import type { RowOptions, RowRange } from './row-positions.ts'

/** Rows below one head. */
export interface RowGroup<Item> {
  /** Unique among the groups. */
  key: string
  items: readonly Item[]
}

/** The head of a group, as a row. The same object as long as the group is the same. */
export class GroupHead {
  constructor(readonly key: string) {}
}

/** Heads and items in one list, for `useVirtualRows`. */
export interface FlatRows<Item extends object> {
  rows: readonly (Item | GroupHead)[]
  /** The index of the first row of each group, and of the row that would follow the last one. */
  starts: readonly number[]
}

/** The function that puts groups into one list. Without `hasHeads`, groups have only items. */
export function createFlattener<Item extends object>(
  hasHeads: boolean,
): (groups: readonly RowGroup<Item>[]) => FlatRows<Item> {
  const heads = new Map<string, GroupHead>()
  const headOf = (key: string) => {
    const head = heads.get(key) ?? new GroupHead(key)
    heads.set(key, head)
    return head
  }
  return (groups) => {
    const rows: (Item | GroupHead)[] = []
    const starts = [0]
    for (const { key, items } of groups) {
      if (hasHeads) rows.push(headOf(key))
      for (const item of items) rows.push(item)
      starts.push(rows.length)
    }
    return { rows, starts }
  }
}

/** Heights of heads and items. */
export function rowOptionsFor<Item extends object>(
  items: RowOptions<Item>,
  headHeight: number,
): RowOptions<Item | GroupHead> {
  return {
    ...items,
    keyOf: (row) => (row instanceof GroupHead ? `head ${row.key}` : items.keyOf(row)),
    estimateHeight: (row) => (row instanceof GroupHead ? headHeight : items.estimateHeight(row)),
  }
}

/** A group of which some rows exist. All numbers are indexes of `FlatRows.rows`. */
export interface RowBlock {
  /** The index of the group. */
  group: number
  /** All rows of the group: from `start` up to, and without, `end`. */
  start: number
  end: number
  /** The first row below the head. */
  bodyStart: number
  /** The rows in the flow: from `first` up to, and without, `last`. */
  first: number
  last: number
  /** False when it has only kept rows. */
  isInFlow: boolean
  /** The rows that exist. */
  rows: readonly number[]
}

/** The groups with rows in a range or with kept rows. */
export function blocksOf(
  { starts }: FlatRows<object>,
  range: RowRange,
  kept: readonly number[],
  hasHeads: boolean,
): RowBlock[] {
  return starts.slice(0, -1).flatMap((start, group) => {
    const end = starts[group + 1] ?? start
    const bodyStart = start + Number(hasHeads)
    const isInFlow = start < range.end && end > range.first
    const keptHere = kept.filter((row) => row >= bodyStart && row < end)
    if (!isInFlow && keptHere.length === 0) return []
    const first = isInFlow ? Math.max(bodyStart, range.first) : bodyStart
    const last = isInFlow ? Math.max(first, Math.min(range.end, end)) : bodyStart
    const flow = Array.from({ length: last - first }, (_, offset) => first + offset)
    const rows = [...new Set([...flow, ...keptHere])].sort((a, b) => a - b)
    return [{ group, start, end, bodyStart, first, last, isInFlow, rows }]
  })
}
