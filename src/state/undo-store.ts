import { create } from 'zustand'
import { type BoardRef, isSameBoard } from '#model/board-ref.ts'
import type { BulkLabelChange, BulkLabelTarget } from '#model/bulk-labels.ts'
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
  /** `change` is the opposite of what was done, and each target, by id, has its part of it. */
  | {
      type: 'bulk-labels'
      board: BoardRef
      targets: ReadonlyMap<string, BulkLabelTarget>
      change: BulkLabelChange
    }

/** A change that was sent, as long as it isn't known whether it was applied. */
export interface PendingChange {
  type: 'pending'
  board: BoardRef
  /** Stops what is left to be sent, before what was applied is undone. */
  cancel: (() => void) | undefined
  outcome: Promise<PendingOutcome>
  resolve: (outcome: PendingOutcome) => void
}

/**
 * What can be undone. `nothing`: the change wasn't applied, and its own message says why.
 * `dropped`: it isn't known whether it was applied, or an undo is no longer wanted.
 */
export type PendingOutcome = UndoableChange | 'nothing' | 'dropped'

type Change = UndoableChange | PendingChange

interface UndoState {
  /** What can be undone, or soon may be, in the order in which it was done. */
  changes: readonly Change[]
  /** Changes that are undone once they are applied. */
  waitedFor: readonly PendingChange[]
}

/** See .github/decisions/0008-undo-waits-for-its-change.md. */
export const useUndoStore = create<UndoState>(() => ({ changes: [], waitedFor: [] }))

const MAX_CHANGES = 20

export function rememberUndoableChange(change: UndoableChange): void {
  setChanges([...useUndoStore.getState().changes, change])
}

/**
 * Remembers a change that is being sent: an undo is of the newest one, also before the service has
 * confirmed it. `settlePendingChange` ends it.
 */
export function rememberPendingChange(board: BoardRef, cancel?: () => void): PendingChange {
  let resolve: PendingChange['resolve'] = () => undefined
  const outcome = new Promise<PendingOutcome>((resolveOutcome) => {
    resolve = resolveOutcome
  })
  const pending: PendingChange = { type: 'pending', board, cancel, outcome, resolve }
  setChanges([...useUndoStore.getState().changes, pending])
  return pending
}

/** Returns what a person can undo: nothing when an undo already waits for it, or it is too old. */
export function settlePendingChange(
  pending: PendingChange,
  outcome: PendingOutcome,
): UndoableChange | undefined {
  const { waitedFor } = useUndoStore.getState()
  const change = typeof outcome === 'string' ? undefined : outcome
  replaceChange(pending, change)
  useUndoStore.setState({ waitedFor: waitedFor.filter((other) => other !== pending) })
  pending.resolve(outcome)
  const canBeUndone = change && useUndoStore.getState().changes.includes(change)
  return canBeUndone ? change : undefined
}

/** Whether it is undone once it is applied. */
export function isWaitedFor(pending: PendingChange): boolean {
  return useUndoStore.getState().waitedFor.includes(pending)
}

/** Of a key that was removed: nobody follows them any more. */
export function forgetPendingChanges(keyId: string): void {
  const { changes, waitedFor } = useUndoStore.getState()
  for (const change of [...changes, ...waitedFor]) {
    const isOfKey = change.type === 'pending' && change.board.keyId === keyId
    if (isOfKey) settlePendingChange(change, 'nothing')
  }
}

function replaceChange(replaced: Change, change: Change | undefined): void {
  const next = change ? [change] : []
  const { changes } = useUndoStore.getState()
  setChanges(changes.flatMap((other) => (other === replaced ? next : [other])))
}

/** The oldest ones are forgotten, but none that may still be applied. */
function setChanges(changes: readonly Change[]): void {
  const known = changes.filter(({ type }) => type !== 'pending')
  const forgotten = known.slice(0, Math.max(0, known.length - MAX_CHANGES))
  useUndoStore.setState({ changes: changes.filter((change) => !forgotten.includes(change)) })
}

/**
 * Removes and returns the newest change of a board, or the requested one: undefined once it has
 * been undone.
 */
export function takeUndoableChange(
  board: BoardRef,
  requested?: UndoableChange,
): Change | undefined {
  const { changes, waitedFor } = useUndoStore.getState()
  const change = changes.findLast(
    (candidate) => isSameBoard(candidate.board, board) && (!requested || candidate === requested),
  )
  if (!change) return undefined
  replaceChange(change, undefined)
  if (change.type === 'pending') useUndoStore.setState({ waitedFor: [...waitedFor, change] })
  return change
}
