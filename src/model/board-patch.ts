import type { Board, Column } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { shareColumn, sharedEnds, withSharedColumns } from './structural-sharing.ts'

/** What is different in the next version of a board, small enough to be sent between threads. */
export interface BoardPatch {
  columns: readonly ColumnPatch[]
  facts: Omit<Board, 'columns'>
}

/** A column of the base, by its index there. The cards between its first and last ones are new. */
interface ColumnPatch {
  baseIndex: number
  changed?: {
    facts: Omit<Column, 'cards'>
    /** How many cards stay at the beginning and at the end. */
    first: number
    last: number
    cards: readonly Card[]
  }
}

/** `next` must share its unchanged objects with `base`. */
export function createBoardPatch(base: Board, next: Board): BoardPatch {
  const indexes = new Map(base.columns.map((column, index) => [column.key, index]))
  const { columns: nextColumns, ...facts } = next
  const columns = nextColumns.map((column) => {
    const baseIndex = indexes.get(column.key) ?? -1
    const before = base.columns[baseIndex]
    return before === column ? { baseIndex } : columnPatch(baseIndex, before, column)
  })
  return { columns, facts }
}

function columnPatch(baseIndex: number, before: Column | undefined, after: Column): ColumnPatch {
  const { cards, ...facts } = after
  const { first, last } = sharedEnds(before?.cards ?? [], cards)
  const middle = cards.slice(first, cards.length - last)
  return { baseIndex, changed: { facts, first, last, cards: middle } }
}

/**
 * The next version, with every unchanged card, list, and column of the base. Undefined when the
 * patch belongs to another base.
 */
export function applyBoardPatch(base: Board, patch: BoardPatch): Board | undefined {
  const columns = patch.columns.map(({ baseIndex, changed }) => {
    const before = base.columns[baseIndex]
    if (!changed) return before
    const old = before?.cards ?? []
    const { facts, first, last, cards } = changed
    const end = old.length - last
    const list = [...old.slice(0, first), ...cards, ...old.slice(end)]
    const known = new Map(old.slice(first, end).map((card) => [card.id, card]))
    return shareColumn(before, { ...facts, cards: list }, known)
  })
  return areAllThere(columns) ? withSharedColumns(base, { ...patch.facts, columns }) : undefined
}

function areAllThere<T>(items: readonly (T | undefined)[]): items is readonly T[] {
  return items.every((item) => item !== undefined)
}
