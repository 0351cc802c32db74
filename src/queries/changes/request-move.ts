import type { QueryClient } from '@tanstack/react-query'
import type { BoardSession } from '#model/board-ref.ts'
import { checkMove, type MoveCheck, type MoveTarget } from '#model/move-check.ts'
import { currentAccess } from '../access/current-access.ts'
import { boardWithPendingWrites } from '../board-view/board-with-pending-writes.ts'
import { moveCard } from './move-card.ts'
import { moveReportsOf } from './move-reports.ts'

/** Checks a move on the current board with the current role. */
export function checkCurrentMove(
  queryClient: QueryClient,
  session: BoardSession,
  target: MoveTarget,
): MoveCheck {
  const board = boardWithPendingWrites(queryClient, session)
  if (!board) return { type: 'not-found' }
  const { role, otherKeys } = currentAccess(queryClient, session)
  return checkMove(board, target, { role, otherKeys, isOnline: navigator.onLine })
}

/** The one way to move a card: drag, menu, keyboard, undo, and "Try again" all use it. */
export function requestMove(
  queryClient: QueryClient,
  session: BoardSession,
  check: MoveCheck,
  keepsFocus: true | undefined,
): void {
  if (check.type !== 'allowed') {
    return moveReportsOf(queryClient).publish({ type: 'not-sent', session, check })
  }
  const intent = keepsFocus ? { ...check.intent, keepsFocus } : check.intent
  void moveCard(queryClient, session, intent)
}
