import { useEffect } from 'react'
import { isBoardOnScreen, messageOnBoard } from '#features/shared/message-on-board.ts'
import { PAUSED } from '#messages/bulk-messages.ts'
import type { BulkAction } from '#model/bulk-action.ts'
import { countOutcomes, isUnderWay } from '#model/bulk-card.ts'
import { type BulkActionOf, type BulkType, bulkStart, summaryOf } from '#model/bulk-kinds.ts'
import { type BulkLabelEdit, inverseOf } from '#model/bulk-labels.ts'
import type { BulkMove } from '#model/bulk-move.ts'
import { cardNameOf } from '#model/move-outcome.ts'
import { recordActivity } from '#state/activity-store.ts'
import { announce } from '#state/announcer.ts'
import { cancelBulkAction, useBulkActionStore } from '#state/bulk-action-store.ts'
import { showToast, type ToastAction } from '#state/toast-store.ts'
import {
  type PendingChange,
  rememberPendingChange,
  rememberUndoableChange,
  settlePendingChange,
  type UndoableChange,
} from '#state/undo-store.ts'

/** One summary for an action on many cards, with the undo of what was done. Use it once. */
export function useBulkFeedback(): void {
  useEffect(() => {
    const showPhase = createFeedback()
    return useBulkActionStore.subscribe(({ action }, before) => {
      if (action && action.phase !== before.action?.phase) showPhase(action, before.action)
    })
  }, [])
}

function createFeedback() {
  let pending: PendingChange | undefined
  const showStart = (action: BulkAction) => {
    // An undo doesn't let the rest be sent first.
    pending = mayBeUndone(action)
      ? rememberPendingChange(action.session, cancelBulkAction)
      : undefined
    announce(bulkStart(action))
  }
  const showEnd = (action: BulkAction) => {
    const done = mayBeUndone(action) ? undoableChange(action) : undefined
    // An action from before the page was loaded again has no start.
    if (done && !pending) rememberUndoableChange(done)
    showSummary(action, pending ? settlePendingChange(pending, done ?? 'nothing') : done)
    pending = undefined
  }
  return (action: BulkAction, before: BulkAction | undefined): void => {
    const { phase, pausedBy } = action
    const isStart = phase === 'running' && before?.phase !== 'paused'
    if (!isUnderWay(action)) showEnd(action)
    else if (isStart) showStart(action)
    else if (pausedBy && pausedBy !== 'by-person') announce(PAUSED[pausedBy])
  }
}

/** A later summary replaces the one before: its Undo and its details are gone. */
const BULK_ACTION = 'bulk-action'

function showSummary(action: BulkAction, undo: UndoableChange | undefined): void {
  const { session } = action
  record(action)
  if (hasOwnMessage(action) && action.phase === 'done') return
  const counts = countOutcomes(action)
  const summary = summaryOf(action, counts)
  const done = counts.moved + counts.changed
  const isComplete = done > 0 && done === counts.total && counts.leftOut === 0
  const offers: ToastAction[] = undo ? [{ type: 'undo', change: undo }] : []
  const actions: ToastAction[] = isBoardOnScreen(session)
    ? [...offers, { type: 'show-bulk-result' }]
    : []
  const options = { actions, about: BULK_ACTION, isTimed: isComplete }
  showToast(messageOnBoard(session, summary), isComplete ? 'success' : 'info', options)
}

interface Feedback<Type extends BulkType> {
  /** Adds what was done to the activity. */
  record: (action: BulkActionOf<Type>) => void
  /** Whether what started it tells its outcome. Such an action can't be undone. */
  hasOwnMessage: (action: BulkActionOf<Type>) => boolean
  /** How to undo what was done; undefined when nothing was. */
  undo: (action: BulkActionOf<Type>) => UndoableChange | undefined
}

const FEEDBACK: { readonly [Type in BulkType]: Feedback<Type> } = {
  // Each move is recorded when it settles, like a single one.
  move: { record: () => undefined, hasOwnMessage: () => false, undo: moveBack },
  // A merge tells its outcome in the dialog, and deletes the label that an undo would add again.
  labels: {
    record: recordLabels,
    hasOwnMessage: ({ change }) => change.isMerge ?? false,
    undo: labelsBack,
  },
}

function record<Type extends BulkType>(action: BulkActionOf<Type>): void {
  FEEDBACK[action.type].record(action)
}

function hasOwnMessage<Type extends BulkType>(action: BulkActionOf<Type>): boolean {
  return FEEDBACK[action.type].hasOwnMessage(action)
}

function undoableChange<Type extends BulkType>(action: BulkActionOf<Type>) {
  return FEEDBACK[action.type].undo(action)
}

function mayBeUndone(action: BulkAction): boolean {
  return !action.isUndo && !hasOwnMessage(action)
}

function recordLabels(action: BulkLabelEdit): void {
  if (action.phase === 'interrupted') return
  const { keyId, workspaceId } = action.session
  const facts = { board: { keyId, workspaceId }, at: Date.now(), isOwn: true, isFollowed: false }
  recordActivity(
    action.cards.flatMap(({ intent, outcome }) =>
      outcome?.type === 'changed'
        ? [{ ...facts, cardId: intent.cardId, message: outcome.message }]
        : [],
    ),
  )
}

function moveBack({ cards, session }: BulkMove): UndoableChange | undefined {
  const moved = cards.filter(({ outcome }) => outcome?.type === 'moved')
  if (moved.length === 0) return undefined
  const origins = new Map(
    moved.map(({ intent }) => [
      intent.cardId,
      { statusId: intent.fromStatusId, name: cardNameOf(intent) },
    ]),
  )
  return { type: 'bulk-move', board: session, origins }
}

function labelsBack({ cards, session, change }: BulkLabelEdit): UndoableChange | undefined {
  const changed = cards.filter(({ outcome }) => outcome?.type === 'changed')
  if (changed.length === 0) return undefined
  const targets = new Map(
    changed.map(({ intent }) => [
      intent.cardId,
      {
        name: cardNameOf(intent),
        changes: { ...inverseOf(intent.changes), order: intent.before },
      },
    ]),
  )
  return { type: 'bulk-labels', board: session, targets, change: inverseOf(change) }
}
