import { type PromotionRequest, type PromotionResult, rejected } from '../../gate/gate.ts'
import { messages } from '../../messages/messages.ts'
import type { Database } from '../../store/open-database.ts'
import { readNote } from '../checks/check-notes.ts'
import { commitChecks } from '../checks/commit-checks.ts'
import { countsOnForge, pullVerdict } from '../checks/pull-verdict.ts'
import { saveRefusedMove } from '../config/repository-rows.ts'
import { isFresh } from '../forge/forge-watch.ts'
import { plainText } from '../git/plain-text.ts'
import type { RepositoryBoard } from '../sync/repository-board.ts'
import type { Promotion } from './commit-as.ts'
import { type Plan, refusalOf, shownFiles } from './plan-promotion.ts'
import { findTarget, syncBeforeMove } from './prepare-promotion.ts'
import type { PromoteOptions } from './promote-options.ts'

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
  return checkCommit(board, target)
}

/** What its checks and its pull request say about a move; undefined when nothing is in the way. */
export async function checkCommit(
  board: RepositoryBoard,
  target: Promotion,
): Promise<PromotionResult | undefined> {
  const { repository, config } = board
  const git = repository.git.until(target.signal)
  const note = await readNote(git, config.checks, target.head)
  // A reading that the deadline has ended says nothing about the checks.
  target.signal.throwIfAborted()
  const told = forgeAnswer(board, target)
  if (told && 'status' in told) return told
  const { result } = commitChecks(note, told?.results, config.checks)
  if (result.type === 'red') return { type: 'refused', code: 'checks_red', reason: result.reason }
  if (result.type === 'pending') {
    return rejected('checks_running', messages.repository.checksPending(result.names))
  }
  if (result.type === 'unknown') {
    return rejected('forge_unreachable', messages.forge.notCounted(messages.forge.tooOld), 503)
  }
  const pulls = told?.pulls ?? []
  const verdict = pullVerdict(config, pulls, target.head)
  if (verdict === 'closed') return rejected('pull_closed', messages.forge.closed)
  if (verdict === 'draft') return rejected('pull_draft', messages.forge.draft)
  if (verdict === undefined) return undefined
  const against = pulls.find(({ review }) => review === 'changes_requested')
  return rejected('review_missing', messages.forge.reviewMissing(against ?? pulls[0]))
}

/** Fails closed: what the forge said a while ago decides on nothing. */
function forgeAnswer({ forge, config }: RepositoryBoard, { forge: answer }: Promotion) {
  if (!countsOnForge(config)) return undefined
  if (!forge) return rejected('forge_unreachable', messages.forge.notConfigured, 503)
  if (answer?.type === 'known' && isFresh(answer)) return answer
  const reason = answer?.type === 'unknown' ? answer.reason : messages.forge.tooOld
  return rejected('forge_unreachable', messages.forge.notCounted(reason), 503)
}

export function refusePlan(plan: Exclude<Plan, { type: 'merges' }>): PromotionResult {
  if (plan.type === 'branch-missing') {
    return rejected('branch_missing', messages.repository.branchMissing(plan.branch))
  }
  if (plan.type === 'unreadable') return rejected('branch_unreadable', plan.reason)
  if (plan.type === 'impossible') {
    return rejected('repository_failed', messages.repository.mergeUnknown(plan.branch), 503)
  }
  if (plan.type === 'leaves_part') {
    const { files, more } = shownFiles(plan.files)
    const reason = messages.repository.wouldLeavePart(plan.branch, files, more)
    return rejected('would_leave_part', reason)
  }
  return { type: 'refused', ...refusalOf(plan) }
}

/** Saves which move was refused: only the same one, when it passes, takes the refusal away. */
export async function saveRefusal(
  { db }: Database,
  { branches, actorName, head }: Promotion,
  cardId: number,
  result: PromotionResult,
): Promise<PromotionResult> {
  const target = branches.at(-1)
  if (result.type === 'refused' && target !== undefined) {
    await saveRefusedMove(db, cardId, { target, by: plainText(actorName), head })
  }
  return result
}
