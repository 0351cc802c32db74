import type { QueryClient } from '@tanstack/react-query'
import { BULK_ACTION_UNDER_WAY } from '#messages/bulk-messages.ts'
import { notConfirmed } from '#messages/move-messages.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { type BulkMovePlan, type BulkTarget, recheckBulkCard } from '#model/bulk-move.ts'
import { cardNameOf, type MoveIntent, type MoveResponse } from '#model/move-outcome.ts'
import { isBulkActionUnderWay } from '#state/bulk-action-store.ts'
import { runBulkAction } from './bulk-actions.ts'
import { currentTargetsPlan, moveConditions } from './bulk-plans.ts'
import { type BulkJob, type BulkResponse, MAX_REQUESTS } from './bulk-run.ts'
import { moveCard } from './move-card.ts'
import { moveReportsOf } from './move-reports.ts'

/** Moves many cards: each by the same `moveCard` as a single one. */
export function runBulkMove(
  queryClient: QueryClient,
  { session, toName, moves, leftOut }: BulkMovePlan,
): Promise<unknown> {
  const cards = moves.map((intent) => ({ intent, state: 'waiting' }) as const)
  const isUndo = toName === undefined ? true : undefined
  return runBulkAction(
    queryClient,
    { type: 'move', session, toName, leftOut, cards, phase: 'running', isUndo },
    moveJob(queryClient, session),
    (run) =>
      moveReportsOf(queryClient).subscribe((report) => {
        if (report.type === 'settled') run.record(report.intent, report.outcome)
      }),
  )
}

/** Moves cards back to where they were, by card id. Returns why nothing is moved, or undefined. */
export function undoBulkMove(
  queryClient: QueryClient,
  session: BoardSession,
  targets: ReadonlyMap<string, BulkTarget>,
): string | undefined {
  if (isBulkActionUnderWay()) return BULK_ACTION_UNDER_WAY
  const plan = currentTargetsPlan(queryClient, session, { targets })
  if (!plan || plan.moves.length === 0) return plan?.leftOut[0]?.reason ?? ''
  void runBulkMove(queryClient, plan)
  return undefined
}

function moveJob(queryClient: QueryClient, session: BoardSession): BulkJob<MoveIntent> {
  return {
    recheck: (board, planned) =>
      recheckBulkCard(board, planned, moveConditions(queryClient, session)),
    // Its report has the outcome.
    send: async (intent, { onResponse, onRateLimit }) => {
      const report = (response: MoveResponse) => onResponse(responseOf(response))
      await moveCard(queryClient, session, intent, { onResponse: report, onRateLimit })
      return undefined
    },
    unconfirmed: (intent) => ({
      type: 'unknown',
      message: notConfirmed(cardNameOf(intent), intent.fromName, intent.toName),
    }),
    requestsAtOnce: MAX_REQUESTS,
  }
}

function responseOf({ type }: MoveResponse): BulkResponse {
  if (type === 'key-rejected') return 'key-rejected'
  return type === 'unknown' ? 'lost' : 'answered'
}
