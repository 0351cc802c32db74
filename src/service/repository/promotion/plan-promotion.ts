import { messages } from '../../messages/messages.ts'
import { GitError } from '../git/git.ts'
import { plainText } from '../git/plain-text.ts'
import { readRef } from '../git/read-refs.ts'
import type { RefUpdate, Repository } from '../git/repository.ts'
import { commitAs, type Promotion } from './commit-as.ts'
import { type Removal, revertCommits } from './revert-commits.ts'

type GitPair = Pick<Repository, 'git' | 'merges'>

export type Plan =
  | { type: 'merges'; updates: RefUpdate[] }
  | { type: 'conflicts'; branch: string; tip: string; files: string[] }
  | { type: 'nothing'; branch: string; tip: string }
  | { type: 'unrelated'; branch: string; tip: string }
  | { type: 'branch-missing'; branch: string }

/** Computes the merge commits of a promotion. No ref changes. */
export async function planPromotion({ git, merges }: GitPair, promotion: Promotion): Promise<Plan> {
  const { signal } = promotion
  const repository = { git: git.until(signal), merges: merges.until(signal) }
  const empty = await findEmptyWork(repository, promotion)
  if (empty) return empty
  const updates: RefUpdate[] = []
  for (const branch of promotion.branches) {
    const step = await planStep(repository, promotion, branch)
    if (step.type === 'merge') updates.push(step.update)
    else if (step.type !== 'passed') return step
  }
  if (updates.length > 0) return { type: 'merges', updates }
  const branch = promotion.branches.at(-1) ?? ''
  const tip = (await readRef(repository.git, `refs/heads/${branch}`)) ?? ''
  return { type: 'nothing', branch, tip }
}

/** A branch without a commit of its own has nothing for any stage. */
async function findEmptyWork(
  { git, merges }: GitPair,
  { isNewWork, branches, head }: Promotion,
): Promise<Plan | undefined> {
  const [branch] = branches
  const tip = isNewWork && branch ? await readRef(git, `refs/heads/${branch}^{commit}`) : undefined
  if (branch === undefined || tip === undefined) return undefined
  return (await isContained({ merges }, head, tip)) ? { type: 'nothing', branch, tip } : undefined
}

type Step =
  | Exclude<Plan, { type: 'merges' }>
  | { type: 'merge'; update: RefUpdate }
  /** The stage has all of it already. */
  | { type: 'passed' }

async function planStep(repository: GitPair, promotion: Promotion, branch: string): Promise<Step> {
  const ref = `refs/heads/${branch}`
  const tip = await readRef(repository.git, `${ref}^{commit}`)
  if (tip === undefined) return { type: 'branch-missing', branch }
  const restored = await restoreReverted(repository, promotion, tip)
  if (restored.type === 'conflicts') return { ...restored, branch, tip }
  const { head } = promotion
  const merged = await mergeInto(repository, restored.tip, head)
  if (merged.type === 'merged') {
    const parents = [restored.tip, head]
    const message = mergeMessage(promotion, branch)
    const { tree } = merged
    const newCommit = await commitAs(repository.merges, promotion, { tree, parents, message })
    return { type: 'merge', update: { ref, oldCommit: tip, newCommit } }
  }
  if (merged.type === 'conflicts') return { ...merged, branch, tip }
  if (restored.tip !== tip) {
    return { type: 'merge', update: { ref, oldCommit: tip, newCommit: restored.tip } }
  }
  if (merged.type === 'unrelated') return { type: 'unrelated', branch, tip }
  // Squashed or rebased elsewhere: a stage on the way can have all of it.
  const isLast = branch === promotion.branches.at(-1)
  return merged.type === 'unchanged' && isLast
    ? { type: 'nothing', branch, tip }
    : { type: 'passed' }
}

/**
 * A merge brings back nothing that was merged before and reverted: for git, it's there. So the
 * reverts are reverted first.
 */
async function restoreReverted(
  repository: GitPair,
  promotion: Promotion,
  tip: string,
): Promise<{ type: 'restored'; tip: string } | { type: 'conflicts'; files: string[] }> {
  const { git } = repository
  const own = await promotion.revertsOn(tip)
  const removals: Removal[] = []
  for (const by of own) {
    const before = await readRef(git, `${by}^1`)
    if (before !== undefined) removals.push({ after: by, before, reverted: [by] })
  }
  const result = await revertCommits(repository, promotion, tip, removals)
  if (result.type === 'conflicts') return result
  return { type: 'restored', tip: result.type === 'reverted' ? result.tip : tip }
}

type Merge =
  | { type: 'contained' }
  | { type: 'unchanged' }
  | { type: 'unrelated' }
  | { type: 'merged'; tree: string }
  | { type: 'conflicts'; files: string[] }

async function mergeInto({ merges }: GitPair, tip: string, head: string): Promise<Merge> {
  if (await isContained({ merges }, head, tip)) return { type: 'contained' }
  const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', tip, head]
  const result = await merges.run(args)
  const [tree = '', ...files] = result.stdout.split('\0').filter(Boolean)
  if (result.code === 1 && files.length > 0)
    return { type: 'conflicts', files: [...new Set(files)] }
  if (/unrelated histories/.test(result.stderr)) return { type: 'unrelated' }
  if (result.code !== 0) throw new GitError(args, result)
  const before = (await merges.read(['rev-parse', `${tip}^{tree}`])).trim()
  return tree === before ? { type: 'unchanged' } : { type: 'merged', tree }
}

async function isContained(
  { merges }: Pick<GitPair, 'merges'>,
  commitId: string,
  branchTip: string,
): Promise<boolean> {
  const args = ['merge-base', '--is-ancestor', commitId, branchTip]
  const result = await merges.run(args)
  if (result.code > 1 || result.code < 0) throw new GitError(args, result)
  return result.code === 0
}

function mergeMessage({ card }: Promotion, branch: string): string {
  return messages.repository.mergeSubject(card.number, plainText(card.title), branch)
}

const SHOWN_FILES = 3

/** The reason that a card shows for a plan without merges. */
export function refusalOf(plan: Exclude<Plan, { type: 'merges' | 'branch-missing' }>): {
  code: 'conflicts' | 'nothing_to_merge'
  reason: string
} {
  if (plan.type === 'unrelated') {
    return { code: 'conflicts', reason: messages.repository.unrelated(plan.branch) }
  }
  if (plan.type === 'nothing') {
    const reason = messages.repository.nothingToMerge(plan.branch)
    return { code: 'nothing_to_merge', reason }
  }
  const files = plan.files.slice(0, SHOWN_FILES).map(plainText)
  const more = plan.files.length - files.length
  return { code: 'conflicts', reason: messages.repository.conflicts(plan.branch, files, more) }
}
