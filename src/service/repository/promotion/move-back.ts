import {
  type PromotionRequest,
  type PromotionResult,
  type Rejection,
  rejected,
} from '../../gate/gate.ts'
import { messages } from '../../messages/messages.ts'
import type { Database } from '../../store/open-database.ts'
import { isInStage } from '../sync/place-card.ts'
import type { RepositoryBoard } from '../sync/repository-board.ts'
import type { Promotion } from './commit-as.ts'
import { planMovingBack, type RemovalPlan } from './plan-moving-back.ts'
import { shownFiles } from './plan-promotion.ts'
import { syncBeforeMove } from './prepare-promotion.ts'
import type { PromoteOptions } from './promote-options.ts'
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
): Promise<PromotionResult> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const sync = () => board.syncNow()
    const { signal } = target
    const outdated = await syncBeforeMove(board, request, sync, signal, options.onFault)
    if (outdated) return outdated
    const rejection =
      rejectReleased(board, request, target) ?? rejectUnlessContained(board, request, target)
    if (rejection) return rejection
    const plan = await planMovingBack(board, target)
    if (plan.type !== 'removals') return rejectPlan(board, options.database, plan)
    if (plan.updates.length === 0) return { type: 'promoted' }
    const result = await publishPlan(board, options, target, plan.updates)
    if (result) return result
  }
  return rejected('repository_busy', messages.repository.busy)
}

async function rejectPlan(
  { boardId }: RepositoryBoard,
  database: Database,
  plan: Exclude<RemovalPlan, { type: 'removals' }>,
): Promise<Rejection> {
  if (plan.type === 'unreadable') return rejected('branch_unreadable', plan.reason)
  const { branch } = plan
  if (plan.type === 'branch-missing') {
    return rejected('branch_missing', messages.repository.branchMissing(branch))
  }
  if (plan.type === 'impossible') {
    return rejected('moving_back', messages.repository.removalUnknown(branch))
  }
  if (plan.type === 'changes_others') {
    const numbers = await numbersOf(database, boardId, plan.names)
    const reason = messages.repository.wouldChangeOthers(branch, numbers)
    return rejected('would_change_others', reason)
  }
  const { files, more } = shownFiles(plan.files)
  if (plan.type === 'conflicts') {
    return rejected('revert_conflicts', messages.repository.revertConflicts(branch, files, more))
  }
  return rejected('would_leave_part', messages.repository.wouldStayPartly(branch, files, more))
}

async function numbersOf(
  { reader }: Database,
  boardId: number,
  names: readonly string[],
): Promise<number[]> {
  const rows = await reader
    .selectFrom('branches')
    .innerJoin('cards', 'cards.id', 'branches.card_id')
    .select('cards.number')
    .where('branches.board_id', '=', boardId)
    .where('branches.name', 'in', names)
    .orderBy('cards.number')
    .execute()
  return rows.map(({ number }) => number)
}

/** A card that skipped a column can't be moved back into it: it would be on the way to nowhere. */
function rejectUnlessContained(
  { state, config }: RepositoryBoard,
  { to }: PromotionRequest,
  { name }: Promotion,
): Rejection | undefined {
  const isThere = to.position === 0 || (state && isInStage(state, { name }, to.position))
  const column = config.columns[to.position]?.name ?? ''
  return isThere ? undefined : rejected('moving_back', messages.repository.notInColumn(column))
}

/** A tag can't take anything back. */
function rejectReleased(
  { state }: RepositoryBoard,
  { from, to }: PromotionRequest,
  { name }: Promotion,
): Rejection | undefined {
  if (!state) return undefined
  const isLeft = (stage: number) => stage > to.position && stage <= from.position
  const isReleased = state.tags.some(
    (tags, stage) => tags && isLeft(stage) && isInStage(state, { name }, stage),
  )
  if (!isReleased) return undefined
  const release = state.releases.get(name) ?? ''
  return rejected('moving_back', messages.repository.released(release))
}
