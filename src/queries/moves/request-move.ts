import type { QueryClient } from '@tanstack/react-query'
import { COULD_NOT_LOAD_CODE } from '#messages/error-messages.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { checkMove, type MoveCheck, type MoveTarget } from '#model/move-check.ts'
import type { MoveIntent } from '#model/move-outcome.ts'
import { currentAccess } from '../access/current-access.ts'
import { boardWithPendingWrites } from '../board-view/board-with-pending-writes.ts'
import { perClient } from '../per-client.ts'
import { loadMoves } from './background-parts.ts'
import { moveReportsOf } from './move-reports.ts'

/** Moves a card, and reports what happens. */
type MoveCard = (
  queryClient: QueryClient,
  session: BoardSession,
  intent: MoveIntent,
) => Promise<void>

/** The code of moves, once it is loaded: it isn't in the first load. */
const codeOf = perClient<{ moveCard?: MoveCard }>(() => ({}))

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
  target: MoveTarget,
): void {
  const check = checkCurrentMove(queryClient, session, target)
  const moveReports = moveReportsOf(queryClient)
  if (check.type !== 'allowed') return moveReports.publish({ type: 'not-sent', session, check })
  const { card, to } = check
  const intent = target.keepsFocus ? { ...check.intent, keepsFocus: true as const } : check.intent
  const { moveCard } = codeOf(queryClient)
  // At once, so that a moved card is never drawn in its old column.
  if (moveCard) return void moveCard(queryClient, session, intent)
  loadMoveCard(queryClient).then(
    (loaded) => void loaded(queryClient, session, intent),
    () => {
      const reason = COULD_NOT_LOAD_CODE
      const failed = { type: 'not-allowed', card, to, reason, otherKey: undefined } as const
      moveReports.publish({ type: 'not-sent', session, check: failed })
    },
  )
}

async function loadMoveCard(queryClient: QueryClient) {
  const { moveCard } = await loadMoves()
  codeOf(queryClient).moveCard = moveCard
  return moveCard
}

/** Loads the code for writes, so that the first move can start at once. */
export function preloadMoveCard(queryClient: QueryClient): void {
  loadMoveCard(queryClient).catch(() => undefined)
}
