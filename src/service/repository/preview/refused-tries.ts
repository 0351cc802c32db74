import type { BoardWriter } from '../../store/board-writer.ts'
import { parseStored, type Refusal } from '../../store/evidence.ts'
import type { StoredBranch } from '../config/repository-rows.ts'
import type { RefusedCard } from './refused-moves.ts'

/** After a refused move, the service looks at once whether it would pass. */
const REPEATED_MS = 2_000

/** A refusal with the time of its last try. */
interface RefusalTry {
  row: StoredBranch
  refusal: string
}

/** Not those that only repeat the move itself. */
export function laterTries(
  refused: readonly RefusedCard[],
  triedAt: (cardId: number) => Date | undefined,
): RefusalTry[] {
  return refused.flatMap(({ row, card }) => {
    const at = triedAt(card.id)
    const before = parseStored<Refusal>(row.refusal)
    const isLater = at && at.getTime() - Date.parse(card.blocked_at ?? '') > REPEATED_MS
    if (!isLater || !before || before.triedAt === at.toISOString()) return []
    const after: Refusal = { ...before, triedAt: at.toISOString() }
    return [{ row, refusal: JSON.stringify(after) }]
  })
}

/** A new refusal is of another move. */
export async function saveTries(board: BoardWriter, tries: readonly RefusalTry[]): Promise<void> {
  for (const { row, refusal } of tries) {
    await board.tx
      .updateTable('branches')
      .set({ refusal })
      .where('card_id', '=', row.cardId)
      .where('refusal', '=', row.refusal)
      .execute()
  }
  board.markChanged()
}
