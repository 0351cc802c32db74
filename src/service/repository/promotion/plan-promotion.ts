import type { RefusalCode } from '#contract/card-values.ts'
import { messages } from '../../messages/messages.ts'
import { type MergeResult, mergeCommits, mergeTrees } from '../contents/tree-merges.ts'
import { type TriedMove, type TriedPromotion, tryPromotions } from '../contents/try-moves.ts'
import type { Git } from '../git/git.ts'
import { boardSpace, repositorySpace } from '../git/object-space.ts'
import { plainName, plainText } from '../git/plain-text.ts'
import type { RefUpdate } from '../git/repository.ts'
import { commitAs, type NewCommit, type Promotion, readAuthor } from './commit-as.ts'
import { keepTree } from './keep-tree.ts'
import type { PlanningBoard } from './planning-board.ts'
import { readProblem } from './read-problem.ts'
import { readStage, type StageTip } from './read-stage.ts'
import { type ReplayedCommit, replayCommits } from './replay-commits.ts'

export type Plan =
  | { type: 'merges'; updates: RefUpdate[] }
  | { type: 'conflicts'; branch: string; tip: string; files: readonly string[] }
  | { type: 'leaves_part'; branch: string; tip: string; files: readonly string[] }
  | { type: 'nothing'; branch: string; tip: string }
  | { type: 'unrelated'; branch: string; tip: string }
  | { type: 'impossible'; branch: string; tip: string }
  | { type: 'branch-missing'; branch: string }
  | { type: 'unreadable'; reason: string }

/**
 * Computes the commits of a promotion: git's merge, and then whatever of the card is still missing.
 * No ref changes. All of the stages have the card afterwards, by the same rule that places cards.
 */
export async function planPromotion(board: PlanningBoard, promotion: Promotion): Promise<Plan> {
  const stages: StageTip[] = []
  for (const branch of promotion.branches) {
    const stage = await readStage(board.repository.git.until(promotion.signal), branch)
    if (!stage) return { type: 'branch-missing', branch }
    stages.push(stage)
  }
  const open = stages.filter((stage) => board.verdictOn(promotion.name, stage) !== 'present')
  const problem = await readProblem(board, promotion, open)
  if (problem !== undefined) return { type: 'unreadable', reason: problem }
  const tried = await tryMoves(board, promotion, open)
  const refused = tried.findIndex(({ type }) => type !== 'nothing' && type !== 'brings')
  const [first, refusal] = [open[refused], tried[refused]]
  if (first && refusal) return refusalPlan(first, refusal, promotion)
  const updates: RefUpdate[] = []
  for (const [index, stage] of open.entries()) {
    const result = tried[index]
    if (result?.type === 'brings') updates.push(await carryOut(board, promotion, stage, result))
  }
  if (updates.length > 0) return { type: 'merges', updates }
  const { branch = '', tip = '' } = stages.at(-1) ?? {}
  return { type: 'nothing', branch, tip }
}

/** What the move would do on each of the stages. Leaves nothing behind. */
export async function tryMoves(
  { repository, facts }: Pick<PlanningBoard, 'repository' | 'facts'>,
  { net: change, head, signal }: Pick<Promotion, 'net' | 'head' | 'signal'>,
  stages: readonly StageTip[],
): Promise<TriedPromotion[]> {
  const moves: TriedMove[] = []
  for (const { tip, tree } of stages) {
    const { code } = await repository.git
      .until(signal)
      .run(['merge-base', '--is-ancestor', head, tip])
    moves.push({ change, head, tip, tree, isContained: code === 0 })
  }
  return boardSpace(repository)
    .until(signal)
    .scratch((space) => tryPromotions(space, facts.judge, moves))
}

function refusalPlan({ branch, tip }: StageTip, tried: TriedPromotion, { net }: Promotion): Plan {
  if ('files' in tried) return { ...tried, branch, tip }
  return { type: net ? 'impossible' : 'unrelated', branch, tip }
}

interface CommittedTree {
  commit: string
  tree: string
}

/** The same merges again, this time into the repository. */
async function carryOut(
  { repository }: PlanningBoard,
  promotion: Promotion,
  { branch, tip, tree }: StageTip,
  { hasMerge, hasRest }: Extract<TriedPromotion, { type: 'brings' }>,
): Promise<RefUpdate> {
  const { name, net, signal, card } = promotion
  const merges = repository.merges.until(signal)
  const space = repositorySpace(repository).until(signal)
  let now: CommittedTree = { commit: tip, tree }
  if (hasMerge) now = await bringCommits(repository, promotion, { branch, tip, tree })
  if (hasRest && net) {
    await keepTree(repository, net.base, tip)
    const [rest] = await mergeTrees(space, [{ base: net.base, ours: now.tree, theirs: net.head }])
    const subject = messages.repository.restSubject(plainName(name), card.number, branch)
    const message = `${subject}\n\n${plainText(card.title)}`
    now = await commitTree(merges, promotion, rest, { parents: [now.commit], message })
  }
  return { ref: `refs/heads/${branch}`, oldCommit: tip, newCommit: now.commit }
}

/** The commits of the card, in the style of the stage. */
async function bringCommits(
  repository: PlanningBoard['repository'],
  promotion: Promotion,
  { branch, tip, tree }: StageTip,
): Promise<CommittedTree> {
  const { name, head, signal, card } = promotion
  const merges = repository.merges.until(signal)
  const space = repositorySpace(repository).until(signal)
  const title = plainText(card.title)
  const [merged] = await mergeCommits(space, [{ tip, head }])
  const style = promotion.styles?.get(branch) ?? 'merge'
  if (style === 'merge') {
    const subject = messages.repository.mergeSubject(plainName(name), card.number, branch)
    const commit = { parents: [tip, head], message: `${subject}\n\n${title}` }
    return commitTree(merges, promotion, merged, commit)
  }
  const isRebase = style === 'rebase' && merged?.type === 'clean'
  const replayed = isRebase && (await replayCommits(space, { tip, tree, head }, merged.tree))
  if (replayed) return commitAll(merges, promotion, { branch, tip, tree }, replayed)
  return commitTree(merges, promotion, merged, {
    parents: [tip],
    message: messages.repository.squashSubject(title, card.number),
    author: await readAuthor(repository.git.until(signal), head),
  })
}

async function commitAll(
  merges: Git,
  promotion: Promotion,
  stage: StageTip,
  commits: readonly ReplayedCommit[],
): Promise<CommittedTree> {
  const { card } = promotion
  const title = messages.repository.squashSubject(plainText(card.title), card.number)
  let now: CommittedTree = { commit: stage.tip, tree: stage.tree }
  for (const { tree, author, message } of commits) {
    const commit = { tree, author, parents: [now.commit], message: message || title }
    now = { tree, commit: await commitAs(merges, promotion, { ...commit, keepsTrailers: true }) }
  }
  return now
}

async function commitTree(
  merges: Git,
  promotion: Promotion,
  merged: MergeResult | undefined,
  commit: Omit<NewCommit, 'tree'>,
): Promise<CommittedTree> {
  // It was tried a moment ago with the same objects.
  if (merged?.type !== 'clean') throw new Error(messages.repository.unreadable)
  const { tree } = merged
  return { tree, commit: await commitAs(merges, promotion, { tree, ...commit }) }
}

const SHOWN_FILES = 3

/** The reason that a card shows for a plan that a refusal follows from. */
export function refusalOf(
  plan: Extract<Plan, { type: 'conflicts' } | { type: 'nothing' } | { type: 'unrelated' }>,
): {
  code: RefusalCode
  reason: string
} {
  if (plan.type === 'unrelated') {
    return { code: 'no_common_history', reason: messages.repository.unrelated(plan.branch) }
  }
  if (plan.type === 'nothing') {
    const reason = messages.repository.nothingToMerge(plan.branch)
    return { code: 'nothing_to_merge', reason }
  }
  const { branch } = plan
  const { files, more } = shownFiles(plan.files)
  return { code: 'conflicts', reason: messages.repository.conflicts(branch, files, more) }
}

export function shownFiles(all: readonly string[]): { files: string[]; more: number } {
  const files = all.slice(0, SHOWN_FILES).map(plainName)
  return { files, more: all.length - files.length }
}
