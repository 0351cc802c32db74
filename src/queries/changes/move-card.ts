import type { QueryClient } from '@tanstack/react-query'
import { monotonicNow } from '#client/monotonic-now.ts'
import type { BoardSession } from '#model/board-ref.ts'
import type { MoveIntent, MoveResponse } from '#model/move-outcome.ts'
import { localWritesOf } from '../feed/local-writes.ts'
import { perClient } from '../per-client.ts'
import { cardScope } from '../writes/pending-writes.ts'
import { type Wait, waitMs } from '../writes/wait-until-visible.ts'
import { confirmMove } from './confirm-move.ts'
import { moveReportsOf } from './move-reports.ts'
import { type SendOptions, sendMove } from './send-move.ts'

interface MoveCardOptions extends SendOptions {
  /** Waits between the loads that confirm the move. */
  wait?: Wait
  /** Called once the request is over. Its outcome follows. */
  onResponse?: (response: MoveResponse) => void
}

/** How many moves of each card were requested, by scope id. */
const moveCountsOf = perClient(() => new Map<string, number>())

/**
 * Moves a card, and follows the move until a load shows its outcome. Every step is published as a
 * MoveReport. Only the last move of a card is reported.
 */
export async function moveCard(
  queryClient: QueryClient,
  session: BoardSession,
  intent: MoveIntent,
  { wait = waitMs, onResponse, onRateLimit }: MoveCardOptions = {},
): Promise<void> {
  const localWrites = localWritesOf(queryClient)
  const moveCounts = moveCountsOf(queryClient)
  const moveReports = moveReportsOf(queryClient)
  const scope = cardScope(session, intent.cardId)
  const count = (moveCounts.get(scope.id) ?? 0) + 1
  moveCounts.set(scope.id, count)
  moveReports.publish({ type: 'started', session, intent })
  localWrites.markWritten(session, intent.cardId)
  const stopExpecting = localWrites.expect(session, intent.cardId, intent.toStatusId)
  const response = await sendMove(queryClient, { session, intent }, { onRateLimit })
  onResponse?.(response)
  localWrites.markWritten(session, intent.cardId)
  await confirmMove({
    queryClient,
    session,
    intent,
    response,
    respondedAt: monotonicNow(),
    isLatest: () => moveCounts.get(scope.id) === count,
    stopExpecting,
    wait,
  })
}
