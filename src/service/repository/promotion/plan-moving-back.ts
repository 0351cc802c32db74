import { type PromotionRequest, type Rejection, rejected } from '../../gate/gate.ts'
import { messages } from '../../messages/messages.ts'
import { missingFrom } from '../contents/stage-history.ts'
import { plainText } from '../git/plain-text.ts'
import { readRef } from '../git/read-refs.ts'
import type { RefUpdate } from '../git/repository.ts'
import { isInStage } from '../sync/place-card.ts'
import type { RepositoryBoard } from '../sync/repository-board.ts'
import type { Promotion } from './commit-as.ts'
import { type Removal, revertCommits } from './revert-commits.ts'

const SHOWN_FILES = 3

/**
 * Computes the commits that take a card out of the stages that it leaves: all of them, or none. No
 * ref changes.
 */
export async function planMovingBack(
  board: RepositoryBoard,
  promotion: Promotion,
): Promise<RefUpdate[] | Rejection> {
  const { signal } = promotion
  const repository = {
    git: board.repository.git.until(signal),
    merges: board.repository.merges.until(signal),
  }
  const updates: RefUpdate[] = []
  for (const branch of promotion.branches.toReversed()) {
    const ref = `refs/heads/${branch}`
    const tip = await readRef(repository.git, `${ref}^{commit}`)
    if (tip === undefined) {
      return rejected('branch_missing', messages.repository.branchMissing(branch))
    }
    const removals = await findRemovals(board, promotion, { branch, tip })
    if (removals === 'elsewhere') continue
    const result =
      removals === 'unknown' ? undefined : await revertCommits(repository, promotion, tip, removals)
    if (result?.type === 'conflicts') return revertConflicts(branch, result.files)
    if (result?.type !== 'reverted') {
      return rejected('moving_back', messages.repository.bringingCommitUnknown(branch))
    }
    updates.push({ ref, oldCommit: tip, newCommit: result.tip })
  }
  return updates
}

/** A card that skipped a column can't be moved back into it: it would be on the way to nowhere. */
export function rejectUnlessContained(
  { state, config }: RepositoryBoard,
  { to }: PromotionRequest,
  { name, head }: Promotion,
): Rejection | undefined {
  const isThere = to.position === 0 || (state && isInStage(state, { name, head }, to.position))
  const column = config.columns[to.position]?.name ?? ''
  return isThere ? undefined : rejected('moving_back', messages.repository.notInColumn(column))
}

/** A tag can't take anything back. */
export function rejectReleased(
  { state }: RepositoryBoard,
  { from, to }: PromotionRequest,
  { name, head }: Promotion,
): Rejection | undefined {
  if (!state) return undefined
  const isLeft = (stage: number) => stage > to.position && stage <= from.position
  const isReleased = state.tags.some(
    (tags, stage) => tags && isLeft(stage) && isInStage(state, { name, head }, stage),
  )
  if (!isReleased) return undefined
  const release = state.releases.get(name) ?? ''
  return rejected('moving_back', messages.repository.released(release))
}

function revertConflicts(branch: string, files: readonly string[]): Rejection {
  const shown = files.slice(0, SHOWN_FILES).map(plainText)
  const reason = messages.repository.revertConflicts(branch, shown, files.length - shown.length)
  return rejected('revert_conflicts', reason)
}

interface Stage {
  branch: string
  tip: string
}

/** What brought a card into a stage; `elsewhere` when the stage doesn't have it. */
async function findRemovals(
  board: RepositoryBoard,
  { name, head, base }: Promotion,
  stage: Stage,
): Promise<Removal[] | 'elsewhere' | 'unknown'> {
  const { git } = board.repository
  const facts = board.state?.facts.get(name) ?? []
  const fact = facts.find((one) => one.branch === stage.branch && one.head === head)
  if (fact?.revertedBy !== undefined) return 'elsewhere'
  if (fact) return fact.commits.length > 0 ? removalsOf(git, fact.commits) : 'unknown'
  if ((await missingFrom(git, [head], stage.tip)).has(head)) return 'elsewhere'
  const merge = await findMerge(board, head, stage)
  if (merge !== undefined) return removalsOf(git, [merge])
  const line = await board.history.line(stage.branch, stage.tip)
  const isFastForward = line.parents.has(head) && base !== undefined && base !== head
  if (!isFastForward) return 'unknown'
  const text = await git.read(['rev-list', '--no-merges', `${base}..${head}`])
  return [{ after: head, before: base, reverted: text.split('\n').filter(Boolean) }]
}

/** The merge of the card, on this stage or on one that was merged into it. */
async function findMerge(
  board: RepositoryBoard,
  head: string,
  stage: Stage,
): Promise<string | undefined> {
  const { stageTips = [], stageNames = [] } = board.state ?? {}
  const others = stageNames.flatMap((branch, index) => {
    const tip = stageTips[index]
    return branch === undefined || tip === undefined ? [] : [{ branch, tip }]
  })
  const merges: string[] = []
  for (const { branch, tip } of [stage, ...others]) {
    const { parents } = await board.history.line(branch, tip)
    for (const [id, ids] of parents) if (ids[1] === head) merges.push(id)
  }
  const missing = await missingFrom(board.repository.git, merges, stage.tip)
  return merges.find((id) => !missing.has(id))
}

/** The newest first. */
async function removalsOf(
  git: RepositoryBoard['repository']['git'],
  commits: readonly string[],
): Promise<Removal[] | 'unknown'> {
  const removals: Removal[] = []
  for (const after of commits.toReversed()) {
    const before = await readRef(git, `${after}^1`)
    if (before === undefined) return 'unknown'
    removals.push({ after, before, reverted: [after] })
  }
  return removals
}
