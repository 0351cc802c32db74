import { messages } from '../../messages/messages.ts'
import { mergeTrees } from '../contents/tree-merges.ts'
import { type TriedRemoval, tryRemovals } from '../contents/try-moves.ts'
import { boardSpace, repositorySpace } from '../git/object-space.ts'
import type { RefUpdate } from '../git/repository.ts'
import { commitAs, type Promotion } from './commit-as.ts'
import { keepTree } from './keep-tree.ts'
import { othersThatLose } from './others-that-lose.ts'
import type { PlanningBoard } from './planning-board.ts'
import { readProblem } from './read-problem.ts'
import { readStage, type StageTip } from './read-stage.ts'
import { revertMessage } from './revert-message.ts'

export type RemovalPlan =
  | { type: 'removals'; updates: RefUpdate[] }
  | { type: 'conflicts'; branch: string; files: readonly string[] }
  | { type: 'leaves_part'; branch: string; files: readonly string[] }
  /** Other cards would lose a part: their branches. */
  | { type: 'changes_others'; branch: string; names: readonly string[] }
  | { type: 'branch-missing'; branch: string }
  | { type: 'impossible'; branch: string }
  | { type: 'unreadable'; reason: string }

/**
 * Computes the commits that take a card out of the stages that it leaves: all of them, or none. No
 * ref changes. None of the stages has the card afterwards, and all still have the others.
 */
export async function planMovingBack(
  board: PlanningBoard,
  promotion: Promotion,
): Promise<RemovalPlan> {
  const { name, signal, branches } = promotion
  const stages: StageTip[] = []
  for (const branch of branches.toReversed()) {
    const stage = await readStage(board.repository.git.until(signal), branch)
    if (!stage) return { type: 'branch-missing', branch }
    if (board.verdictOn(name, stage) !== 'absent') stages.push(stage)
  }
  const unreadable = await readProblem(board, promotion, stages)
  if (unreadable !== undefined) return { type: 'unreadable', reason: unreadable }
  const tried = await tryRemoving(board, promotion, stages)
  const refused = tried.findIndex(({ type }) => type !== 'nothing' && type !== 'removes')
  const [first, problem] = [stages[refused], tried[refused]]
  if (first && problem) return refusalPlan(first, problem)
  const removed = stages.filter((_, index) => tried[index]?.type === 'removes')
  return removeAll(board, promotion, removed)
}

function tryRemoving(
  { repository, facts: { judge } }: PlanningBoard,
  { net: change, head, signal }: Promotion,
  stages: readonly StageTip[],
): Promise<TriedRemoval[]> {
  const moves = stages.map(({ tip, tree }) => ({ change, head, tip, tree, isContained: true }))
  return boardSpace(repository)
    .until(signal)
    .scratch((space) => tryRemovals(space, judge, moves))
}

function refusalPlan({ branch }: StageTip, tried: TriedRemoval): RemovalPlan {
  if (tried.type === 'conflicts' || tried.type === 'leaves_part') return { ...tried, branch }
  return { type: 'impossible', branch }
}

async function removeAll(
  board: PlanningBoard,
  promotion: Promotion,
  stages: readonly StageTip[],
): Promise<RemovalPlan> {
  const updates: RefUpdate[] = []
  for (const stage of stages) {
    const { update, tree } = await remove(board, promotion, stage)
    const { branch } = stage
    const names = await othersThatLose(board, promotion, { ...stage, after: tree })
    if (names.length > 0) return { type: 'changes_others', branch, names }
    updates.push(update)
  }
  return { type: 'removals', updates }
}

/** The same merge again, this time into the repository. */
async function remove(
  board: PlanningBoard,
  promotion: Promotion,
  { branch, tip, tree }: StageTip,
): Promise<{ update: RefUpdate; tree: string }> {
  const { repository } = board
  const { net, signal } = promotion
  if (!net) throw new Error(messages.repository.unreadable)
  await keepTree(repository, net.base, tip)
  const space = repositorySpace(repository).until(signal)
  const removal = { base: net.head, ours: tree, theirs: net.base, isRemoval: true }
  const [removed] = await mergeTrees(space, [removal])
  // It was tried a moment ago with the same objects.
  if (removed?.type !== 'clean') throw new Error(messages.repository.unreadable)
  const message = await revertMessage(board, promotion, { branch, tip })
  const commit = { tree: removed.tree, parents: [tip], message }
  const newCommit = await commitAs(repository.merges.until(signal), promotion, commit)
  const update = { ref: `refs/heads/${branch}`, oldCommit: tip, newCommit }
  return { update, tree: removed.tree }
}
