import type { Board, Column } from '#contract/readers/read-board.ts'
import type { CardPlace } from './board-lookup.ts'

/**
 * The stages that a card leaves when it moves back, the furthest first. Empty for a move forward,
 * and on boards without a repository, where nothing but the column changes.
 */
export function stagesLeft(board: Board, { card, column }: CardPlace, to: Column): string[] {
  if (!card.repository) return []
  const [from, target] = [board.columns.indexOf(column), board.columns.indexOf(to)]
  return board.columns
    .slice(target + 1, from + 1)
    .map(({ name }) => name)
    .reverse()
}
