import type { Board, Column } from '#contract/readers/read-board.ts'
import type { CardPlace } from './board-lookup.ts'

/**
 * The columns whose branches get a commit by a move: those that the card passes, with its target,
 * or those that it leaves, the furthest first. Empty on boards without a repository, where nothing
 * but the card's column changes. Releases change by no move.
 */
export function passedColumns(
  board: Board,
  { card, column }: Pick<CardPlace, 'card' | 'column'>,
  to: Column,
): readonly Column[] {
  if (!card.repository) return []
  const [from, target] = [board.columns.indexOf(column), board.columns.indexOf(to)]
  const [first, last] = [Math.min(from, target), Math.max(from, target)]
  const passed = board.columns.slice(first + 1, last + 1)
  const changed = passed.filter(({ lockedReason }) => lockedReason === undefined)
  return target < from ? changed.reverse() : changed
}

/** The names of the stages that a card leaves; empty when it moves forward. */
export function stagesLeft(
  board: Board,
  place: Pick<CardPlace, 'card' | 'column'>,
  to: Column,
): string[] {
  const isBack = board.columns.indexOf(to) < board.columns.indexOf(place.column)
  return isBack ? passedColumns(board, place, to).map(({ name }) => name) : []
}
