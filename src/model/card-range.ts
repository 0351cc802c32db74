import type { Board } from '#contract/readers/read-board.ts'
import { findCard } from './board-lookup.ts'

/**
 * The ids of all cards between two cards of a column, both included. Cards of different columns
 * have no order: then it's only the second one.
 */
export function cardsBetween(board: Board, firstId: string, lastId: string): string[] {
  const [first, last] = [findCard(board, firstId), findCard(board, lastId)]
  if (!first || !last || first.column !== last.column) return [lastId]
  const [start, end] = [first.index, last.index].sort((a, b) => a - b)
  return first.column.cards.slice(start, (end ?? 0) + 1).map(({ id }) => id)
}
