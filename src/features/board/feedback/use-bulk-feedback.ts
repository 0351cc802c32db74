import { useEffect } from 'react'
import { isSameBoard } from '#model/board-ref.ts'
import { type BulkMove, countOutcomes, isUnderWay } from '#model/bulk-move.ts'
import * as messages from '#model/messages/bulk-messages.ts'
import { onBoard } from '#model/messages/move-messages.ts'
import { movedCardName } from '#model/move-outcome.ts'
import { announce } from '#state/announcer.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { useBulkMoveStore } from '#state/bulk-move-store.ts'
import { boardTitle, usePreferencesStore } from '#state/preferences-store.ts'
import { showToast, type ToastAction } from '#state/toast-store.ts'
import { rememberUndoableChange } from '#state/undo-store.ts'

/** One summary for a move of many cards, with the undo of those that moved. Use it once. */
export function useBulkFeedback(): void {
  useEffect(
    () =>
      useBulkMoveStore.subscribe(({ move }, before) => {
        if (move && move.phase !== before.move?.phase) showPhase(move, before.move)
      }),
    [],
  )
}

function showPhase(move: BulkMove, before: BulkMove | undefined): void {
  const { phase, pausedBy, cards, toName } = move
  const isStart = phase === 'running' && before?.phase !== 'paused'
  if (!isUnderWay(move)) showSummary(move)
  else if (isStart) announce(messages.movingCards(cards.length, toName))
  else if (pausedBy && pausedBy !== 'by-person') announce(messages.PAUSED[pausedBy])
}

/** A later summary replaces the one before: its Undo and its details are gone. */
const BULK_MOVE = 'bulk-move'

function showSummary(move: BulkMove): void {
  const { session, phase } = move
  const counts = countOutcomes(move)
  const summary =
    phase === 'interrupted'
      ? messages.interruptedMove(move, counts)
      : messages.bulkSummary(counts, move.isUndo)
  const isOnScreen = isSameBoard(useBoardUiStore.getState().board, session)
  const title = boardTitle(usePreferencesStore.getState(), session.workspaceId)
  const isComplete = counts.moved > 0 && counts.moved === counts.total && counts.leftOut === 0
  const actions: ToastAction[] = isOnScreen ? [...undoOf(move), { type: 'show-bulk-move' }] : []
  const text = isOnScreen ? summary : onBoard(title, summary)
  const options = { actions, about: BULK_MOVE, isTimed: isComplete }
  showToast(text, isComplete ? 'success' : 'info', options)
}

function undoOf({ cards, session, isUndo }: BulkMove): ToastAction[] {
  const moved = cards.filter(({ outcome }) => outcome?.type === 'moved')
  if (moved.length === 0 || isUndo) return []
  const origins = new Map(
    moved.map(({ intent }) => [
      intent.cardId,
      { statusId: intent.fromStatusId, name: movedCardName(intent) },
    ]),
  )
  const change = { type: 'bulk-move', board: session, origins } as const
  rememberUndoableChange(change)
  return [{ type: 'undo', change }]
}
