import { messages } from '../../messages/messages.ts'
import { GitError } from '../git/git.ts'
import { plainText } from '../git/plain-text.ts'
import { readRef } from '../git/read-refs.ts'
import type { RefUpdate, Repository } from '../git/repository.ts'

type GitPair = Pick<Repository, 'git' | 'merges'>

/** A promotion of one commit through the branches of one or more stages. */
export interface Promotion {
  intentId: string
  card: { number: number; title: string }
  head: string
  /** In the first column, and never seen with a commit of its own. */
  isNewWork: boolean
  /** In flow order, up to the target. */
  branches: readonly string[]
  /** Client id of the key, and its name. */
  actor: string
  actorName: string
  /** Ends the computation. */
  signal: AbortSignal
}

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
  const merged = await mergeInto(repository, tip, promotion.head)
  if (merged.type === 'merged') {
    const newCommit = await commit(repository, promotion, { branch, tip, tree: merged.tree })
    return { type: 'merge', update: { ref, oldCommit: tip, newCommit } }
  }
  if (merged.type === 'conflicts') return { ...merged, branch, tip }
  if (merged.type === 'unrelated') return { type: 'unrelated', branch, tip }
  // Squashed or rebased elsewhere: a stage on the way can have all of it.
  const isLast = branch === promotion.branches.at(-1)
  return merged.type === 'unchanged' && isLast
    ? { type: 'nothing', branch, tip }
    : { type: 'passed' }
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

/** The key is the author: an address that no mail server has. */
async function commit(
  { merges }: GitPair,
  { intentId, card, head, actor, actorName }: Promotion,
  { branch, tip, tree }: { branch: string; tip: string; tree: string },
): Promise<string> {
  const subject = messages.repository.mergeSubject(card.number, plainText(card.title), branch)
  const message = `${subject}\n\nTrunkline-Card: ${card.number}\nTrunkline-Intent: ${intentId}\n`
  const name = personName(actorName)
  const email = `${actor.replace(/[^\w.-]/g, '')}@trunkline.invalid`
  const env = {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
  }
  const args = ['commit-tree', tree, '-p', tip, '-p', head, '-F', '-']
  return (await merges.read(args, { input: message, env })).trim()
}

/** git refuses names that consist of punctuation. */
function personName(name: string): string {
  const text = plainText(name).replace(/[<>]/g, '')
  return /[\p{L}\p{N}]/u.test(text) ? text : 'Trunkline'
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
