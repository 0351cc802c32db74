import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isSameSession } from '#model/bulk-card.ts'
import type { BulkLabelChange, BulkLabelPlan, BulkLabelTarget } from '#model/bulk-labels.ts'
import { useSession } from '../access/board-access.ts'
import { currentLabelPlan, runBulkLabelEdit } from './bulk-label-edits.ts'

export interface BulkLabelEdits {
  /** Of cards, by id. */
  plan: (
    targets: ReadonlyMap<string, BulkLabelTarget>,
    change: BulkLabelChange,
  ) => BulkLabelPlan | undefined
  /** Does nothing with the plan of another board, or while another bulk action is under way. */
  run: (plan: BulkLabelPlan) => void
}

/** Label edits of many cards on the open board. */
export function useBulkLabelEdits(): BulkLabelEdits {
  const queryClient = useQueryClient()
  const session = useSession()
  return useMemo<BulkLabelEdits>(
    () => ({
      plan: (targets, change) => currentLabelPlan(queryClient, { session, change }, targets),
      run: (plan) => {
        if (isSameSession(plan.session, session)) void runBulkLabelEdit(queryClient, plan)
      },
    }),
    [queryClient, session],
  )
}
