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

/** A change that was sent. `applied` has what can be undone, once that is known. */
export interface PendingChange {
  type: 'pending'
  board: BoardRef
  applied: Promise<UndoableChange | undefined>
}

type Change = UndoableChange | PendingChange

/** Changes that can be undone, or may be soon, in the order in which they were made. */
export const useUndoStore = create<{ changes: readonly Change[] }>(() => ({ changes: [] }))

const MAX_CHANGES = 20

export function rememberUndoableChange(change: Change): void {
  useUndoStore.setState(({ changes }) => ({ changes: [...changes, change].slice(-MAX_CHANGES) }))
}

/** Ends what `expectUndoableChange` has begun. Without a change, there is nothing to undo. */
export type SettleChange = (change: UndoableChange | undefined) => void

/**
 * Keeps the place of a change that is being sent: an undo is always of the newest one, also before
 * the service has confirmed it.
 */
export function expectUndoableChange(board: BoardRef): SettleChange {
  let settle: SettleChange = () => undefined
  const applied = new Promise<UndoableChange | undefined>((resolve) => {
    settle = resolve
  })
  const pending: Change = { type: 'pending', board, applied }
  rememberUndoableChange(pending)
  return (change) => {
    settle(change)
    replaceChange(pending, change)
  }
}

function replaceChange(replaced: Change, change: Change | undefined): void {
  const next = change ? [change] : []
  useUndoStore.setState(({ changes }) => ({
    changes: changes.flatMap((other) => (other === replaced ? next : [other])),
  }))
}

/**
 * Removes and returns the newest change of a board, or the requested one: undefined once it has
 * been undone.
 */
export function takeUndoableChange(
  board: BoardRef,
  requested?: UndoableChange,
): Change | undefined {
  const { changes } = useUndoStore.getState()
  const change = changes.findLast(
    (candidate) => isSameBoard(candidate.board, board) && (!requested || candidate === requested),
  )
  if (change) replaceChange(change, undefined)
  return change
}
