import { useEffect } from 'react'
import { cardName } from '#model/board-lookup.ts'
import { isSameBoard } from '#model/board-ref.ts'
import { type BulkMove, countOutcomes, isUnderWay, type PauseReason } from '#model/bulk-move.ts'
import * as messages from '#model/messages/bulk-messages.ts'
import { onBoard } from '#model/messages/move-messages.ts'
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
        const isNews = move !== undefined && move.phase !== before.move?.phase
        if (isNews && !isUnderWay(move)) showSummary(move)
        else if (isNews && move.pausedBy) announcePause(move.pausedBy)
      }),
    [],
  )
}

function announcePause(pausedBy: PauseReason): void {
  if (pausedBy !== 'by-person') announce(messages.PAUSED[pausedBy])
}

function showSummary(move: BulkMove): void {
  const { session, phase } = move
  const counts = countOutcomes(move)
  const summary =
    phase === 'interrupted' ? messages.interruptedMove(move, counts) : messages.bulkSummary(counts)
  const isOnScreen = isSameBoard(useBoardUiStore.getState().board, session)
  const title = boardTitle(usePreferencesStore.getState(), session.workspaceId)
  const isComplete = counts.moved > 0 && counts.moved === counts.total && counts.leftOut === 0
  const actions: ToastAction[] = isOnScreen ? [...undoOf(move), { type: 'show-bulk-move' }] : []
  const text = isOnScreen ? summary : onBoard(title, summary)
  showToast(text, isComplete ? 'success' : 'info', { actions, isTimed: isComplete })
}

function undoOf({ cards, session, isUndo }: BulkMove): ToastAction[] {
  const moved = cards.filter(({ outcome }) => outcome?.type === 'moved')
  if (moved.length === 0 || isUndo) return []
  const origins = new Map(
    moved.map(({ intent }) => {
      const { cardId, cardNumber, cardTitle, fromStatusId } = intent
      const name = cardName({ number: cardNumber, title: cardTitle })
      return [cardId, { statusId: fromStatusId, name }]
    }),
  )
  const change = { type: 'bulk-move', board: session, origins } as const
  rememberUndoableChange(change)
  return [{ type: 'undo', change }]
}
