import { type PromotionRequest, rejected } from '../../gate/gate.ts'
import { messages } from '../../messages/messages.ts'
import type { RepositoryBoard } from '../sync/repository-board.ts'
import type { Promotion } from './commit-as.ts'
import { planMovingBack, rejectReleased, rejectUnlessContained } from './plan-moving-back.ts'
import { syncBeforeMove } from './prepare-promotion.ts'
import type { PromoteOptions } from './promote-options.ts'
import type { Decision } from './promotion-results.ts'
import { publishPlan } from './publish-plan.ts'

/** A plan can be overtaken by a push. */
const MAX_ATTEMPTS = 3

/**
 * Takes a card out of the stages that it leaves. For callers that have their turn in the queue.
 * Checks don't hold up a revert.
 */
export async function moveBack(
  board: RepositoryBoard,
  options: PromoteOptions,
  request: PromotionRequest,
  target: Promotion,
): Promise<Decision> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const sync = () => board.syncNow()
    const { signal } = target
    const outdated = await syncBeforeMove(board, request, sync, signal, options.onFault)
    if (outdated) return outdated
    const rejection =
      rejectReleased(board, request, target) ?? rejectUnlessContained(board, request, target)
    if (rejection) return rejection
    const plan = await planMovingBack(board, target)
    if (!Array.isArray(plan)) return plan
    if (plan.length === 0) return { type: 'promoted' }
    const result = await publishPlan(board, options, target, plan)
    if (result) return result
  }
  return rejected('repository_busy', messages.repository.busy)
}
