import type { BoardWriter } from '../../store/board-writer.ts'
import { storedBranches } from '../config/repository-rows.ts'
import { addBranches, type NewCardSources } from './add-branches.ts'

/**
 * From so many cards on, the board is shown before it's known what its stages have of the cards: git
 * may need a minute for that.
 * See .github/decisions/0026-large-repositories.md.
 */
export const MANY_CARDS = 100

/** Adds the new cards where their commits are. Returns how many. */
export async function writeFirstLook(board: BoardWriter, input: NewCardSources): Promise<number> {
  const stored = await storedBranches(board.tx, board.boardId)
  const known = new Set(stored.map(({ name }) => name))
  const added = [...input.state.branches.values()].filter(({ name }) => !known.has(name))
  if (added.length > 0) await addBranches(board, input, added, await board.stages())
  return added.length
}
