import type { QueryClient } from '@tanstack/react-query'
import { BULK_ACTION_UNDER_WAY } from '#messages/bulk-messages.ts'
import { COULD_NOT_LOAD_CODE } from '#messages/error-messages.ts'
import type { BoardSession } from '#model/board-ref.ts'
import type { BulkTarget } from '#model/bulk-move.ts'
import { isBulkActionUnderWay } from '#state/bulk-action-store.ts'
import { currentTargetsPlan } from './bulk-plans.ts'
import { loadBulkMoves } from './lazy-parts.ts'

/** Moves cards back to where they were, by card id. Returns why nothing is moved, or undefined. */
export async function undoBulkMove(
  queryClient: QueryClient,
  session: BoardSession,
  targets: ReadonlyMap<string, BulkTarget>,
): Promise<string | undefined> {
  const code = await loadBulkMoves().catch(() => undefined)
  if (!code) return COULD_NOT_LOAD_CODE
  if (isBulkActionUnderWay()) return BULK_ACTION_UNDER_WAY
  const plan = currentTargetsPlan(queryClient, session, { targets })
  if (plan && plan.moves.length > 0) {
    void code.runBulkMove(queryClient, plan)
    return undefined
  }
  return plan?.leftOut[0]?.reason ?? ''
}
