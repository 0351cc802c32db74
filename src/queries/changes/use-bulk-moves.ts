import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isSameSession } from '#model/bulk-card.ts'
import type { BulkMovePlan, BulkTarget } from '#model/bulk-move.ts'
import { useSession } from '../access/board-access.ts'
import { runBulkMove } from './bulk-moves.ts'
import { currentTargetsPlan, useBulkPlan } from './bulk-plans.ts'

export interface BulkMoves {
  plan: (cardIds: ReadonlySet<string>, columnKey: string) => BulkMovePlan | undefined
  /** The rest of a move of which cards were not sent. */
  planRest: (toName: string, targets: ReadonlyMap<string, BulkTarget>) => BulkMovePlan | undefined
  /** Does nothing with the plan of another board, or while another bulk move is under way. */
  run: (plan: BulkMovePlan) => void
}

/** Moves of many cards on the open board. */
export function useBulkMoves(): BulkMoves {
  const queryClient = useQueryClient()
  const session = useSession()
  const plan = useBulkPlan()
  return useMemo<BulkMoves>(
    () => ({
      plan,
      planRest: (toName, targets) => currentTargetsPlan(queryClient, session, { toName, targets }),
      run: (plan) => {
        if (isSameSession(plan.session, session)) void runBulkMove(queryClient, plan)
      },
    }),
    [queryClient, session, plan],
  )
}
