import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { BulkMovePlan } from '#model/bulk-move.ts'
import { useSession } from '../access/board-access.ts'
import { currentBulkPlan, runBulkMove } from './bulk-moves.ts'

export interface BulkMoves {
  plan: (cardIds: ReadonlySet<string>, columnKey: string) => BulkMovePlan | undefined
  run: (plan: BulkMovePlan) => void
}

/** Moves of many cards on the open board. */
export function useBulkMoves(): BulkMoves {
  const queryClient = useQueryClient()
  const session = useSession()
  return useMemo<BulkMoves>(
    () => ({
      plan: (cardIds, columnKey) => currentBulkPlan(queryClient, session, { cardIds, columnKey }),
      run: (plan) => void runBulkMove(queryClient, session, plan),
    }),
    [queryClient, session],
  )
}
