import { type PromotionRequest, type PromotionResult, rejected } from '../../gate/gate.ts'
import { messages } from '../../messages/messages.ts'
import type { Database } from '../../store/open-database.ts'
import { readChecks } from '../checks/check-notes.ts'
import { saveBasis } from '../config/repository-rows.ts'
import { readBasis } from '../sync/blocked-basis.ts'
import type { RepositoryBoard } from '../sync/repository-board.ts'
import type { Promotion } from './commit-as.ts'
import { type Plan, refusalOf, shownFiles } from './plan-promotion.ts'
import { findTarget, syncBeforeMove } from './prepare-promotion.ts'
import type { PromoteOptions } from './promote-options.ts'
import { type Decision, lastTip } from './promotion-results.ts'

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
): Promise<Decision | undefined> {
  const { signal } = target
  const outdated = await syncBeforeMove(board, request, sync, signal, onFault)
  if (outdated) return outdated
  const current = await findTarget(board, database, request, signal)
  if ('type' in current) return current
  if (current.head !== target.head) return rejected('repository_busy', messages.repository.busy)
  return checkNotes(board, target)
}

export async function checkNotes(
  board: RepositoryBoard,
  target: Promotion,
): Promise<Decision | undefined> {
  const { repository, config } = board
  const git = repository.git.until(target.signal)
  const result = await readChecks(git, config.checks, target.head)
  // A reading that the deadline has ended says nothing about the checks.
  target.signal.throwIfAborted()
  if (result.type === 'passed') return undefined
  if (result.type === 'pending') {
    return rejected('checks_running', messages.repository.checksPending(result.names))
  }
  const basis = await lastTip(repository.git, target)
  return { type: 'refused', code: 'checks_red', reason: result.reason, basis }
}

export function refusePlan(plan: Exclude<Plan, { type: 'merges' }>): Decision {
  if (plan.type === 'branch-missing') {
    return rejected('branch_missing', messages.repository.branchMissing(plan.branch))
  }
  const { branch, tip } = plan
  if (plan.type === 'leaves_part') {
    const { files, more } = shownFiles(plan.files)
    return rejected('would_leave_part', messages.repository.wouldLeavePart(branch, files, more))
  }
  return { type: 'refused', ...refusalOf(plan), basis: { branch, tip } }
}

/** Saves what a refusal depends on. Returns what the response and the card say. */
export async function recordDecision(
  { repository, config }: RepositoryBoard,
  { db }: Database,
  { head }: Promotion,
  cardId: number,
  decision: Decision,
): Promise<PromotionResult> {
  if (decision.type !== 'refused') return decision
  const { basis, ...result } = decision
  const { notes } = config.checks
  await saveBasis(db, cardId, await readBasis(repository.git, notes, head, basis.branch, basis.tip))
  return result
}
