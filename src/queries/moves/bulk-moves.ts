import type { QueryClient } from '@tanstack/react-query'
import type { BoardSession } from '#model/board-ref.ts'
import {
  type BulkMovePlan,
  type BulkTarget,
  interruptedBulkMove,
  planBulkMove,
  planBulkTargets,
} from '#model/bulk-move.ts'
import {
  changeBulkMove,
  isBulkMoveUnderWay,
  keepBulkMove,
  setBulkMove,
  takeInterruptedMove,
} from '#state/bulk-move-store.ts'
import { boardWithPendingWrites } from '../board-view/board-with-pending-writes.ts'
import { perClient } from '../per-client.ts'
import { BulkRun, conditionsOf, pause, phaseNow } from './bulk-run.ts'
import { moveReportsOf } from './move-reports.ts'

/** What moving these cards would do, on the board and with the role of this moment. */
export function currentBulkPlan(
  queryClient: QueryClient,
  session: BoardSession,
  target: { cardIds: ReadonlySet<string>; columnKey: string },
): BulkMovePlan | undefined {
  const board = boardWithPendingWrites(queryClient, session)
  return board && planBulkMove(board, session, target, conditionsOf(queryClient, session))
}

/** The same for cards that were seen before, each with its target. Without `toName`, an undo. */
export function currentTargetsPlan(
  queryClient: QueryClient,
  session: BoardSession,
  wanted: { toName?: string | undefined; targets: ReadonlyMap<string, BulkTarget> },
): BulkMovePlan | undefined {
  const board = boardWithPendingWrites(queryClient, session)
  return board && planBulkTargets(board, session, wanted, conditionsOf(queryClient, session))
}

/** Ends the listener of the last run. */
const lastRunOf = perClient<{ stopListening: () => void }>(() => ({
  stopListening: () => undefined,
}))

/**
 * Moves many cards: each by the same `moveCard` as a single one, at most four requests at once.
 * `useBulkMoveStore` has the progress. Resolves when every card that was sent has an outcome. While
 * another bulk move is under way, or without a card to move, nothing changes.
 */
export async function runBulkMove(
  queryClient: QueryClient,
  { session, toName, moves, leftOut }: BulkMovePlan,
): Promise<void> {
  if (isBulkMoveUnderWay() || moves.length === 0) return
  setBulkMove({
    session,
    toName,
    leftOut,
    cards: moves.map((intent) => ({ intent, state: 'waiting' })),
    phase: 'running',
    isUndo: toName === undefined ? true : undefined,
  })
  const stopKeeping = keepBulkMove()
  const run = new BulkRun(queryClient, session)
  const lastRun = lastRunOf(queryClient)
  lastRun.stopListening()
  // It stays until the next one: an outcome can show up later than the last check.
  lastRun.stopListening = moveReportsOf(queryClient).subscribe((report) => {
    if (report.type === 'settled') run.record(report.intent, report.outcome)
  })
  try {
    await run.run()
  } finally {
    changeBulkMove({ phase: 'done', pausedBy: undefined, waitSeconds: undefined })
    stopKeeping()
  }
}

export function pauseBulkMove(): void {
  pause('by-person')
}

export function resumeBulkMove(): void {
  if (phaseNow() === 'paused') changeBulkMove({ phase: 'running', pausedBy: undefined })
}

/** What was sent goes on; the rest isn't sent. */
export function cancelBulkMove(): void {
  changeBulkMove({ phase: 'canceled', pausedBy: undefined })
}

/**
 * Shows what became of the bulk move that this tab was in the middle of before the page was loaded
 * again, if it's one of this board. The board must be loaded.
 */
export function resolveInterruptedMove(queryClient: QueryClient, session: BoardSession): void {
  const board = boardWithPendingWrites(queryClient, session)
  const move = board && !isBulkMoveUnderWay() ? takeInterruptedMove(session) : undefined
  if (board && move) setBulkMove(interruptedBulkMove(move, board))
}
