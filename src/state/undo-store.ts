import { create } from 'zustand'
import { type BoardRef, isSameBoard } from '#model/board-ref.ts'
import type { BulkLabelChange } from '#model/bulk-labels.ts'
import type { BulkTarget } from '#model/bulk-move.ts'
import type { LabelIntent } from '#model/label-edits.ts'

interface ChangeOfCard {
  board: BoardRef
  cardId: string
}

/** A confirmed change that can be undone, and how. */
export type UndoableChange =
  | (ChangeOfCard & { type: 'move'; fromStatusId: string })
  | (ChangeOfCard & { type: 'labels'; inverse: LabelIntent })
  /** `origins`: where each card was, by its id. */
  | { type: 'bulk-move'; board: BoardRef; origins: ReadonlyMap<string, BulkTarget> }
  /** `cards` has names by id, and `change` is the opposite of what was done. */
  | {
      type: 'bulk-labels'
      board: BoardRef
      cards: ReadonlyMap<string, string>
      change: BulkLabelChange
    }

/** Changes that can be undone, newest last. */
export const useUndoStore = create<{ changes: readonly UndoableChange[] }>(() => ({ changes: [] }))

const MAX_CHANGES = 20

export function rememberUndoableChange(change: UndoableChange): void {
  useUndoStore.setState(({ changes }) => ({ changes: [...changes, change].slice(-MAX_CHANGES) }))
}

/**
 * Removes and returns the newest change of a board, or the requested one: undefined once it has
 * been undone.
 */
export function takeUndoableChange(
  board: BoardRef,
  requested?: UndoableChange,
): UndoableChange | undefined {
  const { changes } = useUndoStore.getState()
  const change = changes.findLast(
    (candidate) => isSameBoard(candidate.board, board) && (!requested || candidate === requested),
  )
  if (change) useUndoStore.setState({ changes: changes.filter((other) => other !== change) })
  return change
}
