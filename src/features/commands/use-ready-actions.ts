import { KEYWORDS } from '#messages/command-messages.ts'
import { moveAllReady } from '#messages/selection-messages.ts'
import { readyMoves } from '#model/ready-moves.ts'
import { useBoardAccess } from '#queries/access/board-access.ts'
import { useBoardView } from '#queries/board-view/use-board-view.tsx'
import { openDialog } from '#state/dialog-store.ts'
import type { Command } from './command.ts'

/** Moves all ready cards of a column. What would move is shown first. */
export function useReadyActions(): Command[] {
  const { role } = useBoardAccess()
  const columns = useBoardView()?.board.columns ?? []
  return columns.flatMap((column): Command[] => {
    const ready = readyMoves(column, columns, role)
    if (!ready || ready.disabledReason !== undefined) return []
    const { cardIds, next } = ready
    return [
      {
        id: `ready ${column.key}`,
        label: moveAllReady(cardIds.size, next.name),
        detail: column.name,
        keywords: KEYWORDS.ready,
        run: () => openDialog({ type: 'bulk-move', cardIds, columnKey: next.key }),
      },
    ]
  })
}
