import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { BoardSession } from '#model/board-ref.ts'
import {
  type BulkMovePlan,
  type BulkTarget,
  planBulkMove,
  planBulkTargets,
} from '#model/bulk-move.ts'
import type { MoveConditions } from '#model/move-check.ts'
import { useSession } from '../access/board-access.ts'
import { currentAccess } from '../access/current-access.ts'
import { boardWithPendingWrites } from '../board-view/board-with-pending-writes.ts'

/** Plans a move of many cards. */
export function useBulkPlan() {
  const queryClient = useQueryClient()
  const session = useSession()
  return useCallback(
    (cardIds: ReadonlySet<string>, columnKey: string) =>
      currentBulkPlan(queryClient, session, { cardIds, columnKey }),
    [queryClient, session],
  )
}

/** What moving these cards would do, on the board and with the role of this moment. */
function currentBulkPlan(
  queryClient: QueryClient,
  session: BoardSession,
  target: { cardIds: ReadonlySet<string>; columnKey: string },
): BulkMovePlan | undefined {
  const board = boardWithPendingWrites(queryClient, session)
  return board && planBulkMove(board, session, target, moveConditions(queryClient, session))
}

/** The same for cards that were seen before, each with its target. Without `toName`, an undo. */
export function currentTargetsPlan(
  queryClient: QueryClient,
  session: BoardSession,
  wanted: { toName?: string | undefined; targets: ReadonlyMap<string, BulkTarget> },
): BulkMovePlan | undefined {
  const board = boardWithPendingWrites(queryClient, session)
  return board && planBulkTargets(board, session, wanted, moveConditions(queryClient, session))
}

export function moveConditions(queryClient: QueryClient, session: BoardSession): MoveConditions {
  const { role, otherKeys } = currentAccess(queryClient, session)
  return { role, otherKeys, isOnline: navigator.onLine }
}
