import { type PromotionRequest, type PromotionResult, rejected } from '../../gate/gate.ts'
import { messages } from '../../messages/messages.ts'
import type { Database } from '../../store/open-database.ts'
import { readChecks } from '../checks/check-notes.ts'
import { saveBasis } from '../config/repository-rows.ts'
import { readBasis } from '../sync/blocked-basis.ts'
import type { RepositoryBoard } from '../sync/repository-board.ts'
import { type Plan, type Promotion, refusalOf } from './plan-promotion.ts'
import { findTarget, syncBeforeMove } from './prepare-promotion.ts'
import type { PromoteOptions } from './promote-options.ts'
import { lastTip } from './promotion-results.ts'

/**
 * What was pushed while a move waited counts: columns, roles, checks, and the card's own commits.
 * `sync` depends on whether the caller has its turn in the queue. Undefined when nothing is in the
 * way.
 */
export async function decideAgain(
  board: RepositoryBoard,
  { database, onFault }: Pick<PromoteOptions, 'database' | 'onFault'>,
  request: PromotionRequest,
  target: Promotion,
  sync: () => Promise<void>,
): Promise<PromotionResult | undefined> {
  const { signal } = target
  const outdated = await syncBeforeMove(board, request, sync, signal, onFault)
  if (outdated) return outdated
  const current = await findTarget(board, database, request, signal)
  if ('type' in current) return current
  if (current.head !== target.head) return rejected('repository_busy', messages.repository.busy)
  return checkNotes(board, database, target, request.card.id)
}

export async function checkNotes(
  board: RepositoryBoard,
  database: Database,
  target: Promotion,
  cardId: number,
): Promise<PromotionResult | undefined> {
  const { repository, config } = board
  const git = repository.git.until(target.signal)
  const result = await readChecks(git, config.checks, target.head)
  // A reading that the deadline has ended says nothing about the checks.
  target.signal.throwIfAborted()
  if (result.type === 'passed') return undefined
  if (result.type === 'pending') {
    return rejected('checks_running', messages.repository.checksPending(result.names))
  }
  await saveTargetBasis(board, database, target, cardId, await lastTip(repository.git, target))
  return { type: 'refused', code: 'checks_red', reason: result.reason }
}

export async function refusePlan(
  board: RepositoryBoard,
  database: Database,
  target: Promotion,
  cardId: number,
  plan: Exclude<Plan, { type: 'merges' }>,
): Promise<PromotionResult> {
  if (plan.type === 'branch-missing') {
    return rejected('branch_missing', messages.repository.branchMissing(plan.branch))
  }
  await saveTargetBasis(board, database, target, cardId, { branch: plan.branch, tip: plan.tip })
  return { type: 'refused', ...refusalOf(plan) }
}

/** A later sync unblocks the card when one of these changes. */
export async function saveTargetBasis(
  { repository, config }: RepositoryBoard,
  { db }: Database,
  { head }: Promotion,
  cardId: number,
  { branch, tip }: { branch: string; tip: string },
): Promise<void> {
  const basis = await readBasis(repository.git, config.checks.notes, head, branch, tip)
  await saveBasis(db, cardId, basis)
}
