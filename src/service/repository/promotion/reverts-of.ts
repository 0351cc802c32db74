import { missingFrom } from '../contents/stage-history.ts'
import type { Git } from '../git/git.ts'
import type { RepositoryBoard } from '../sync/repository-board.ts'

/**
 * Commits on a stage that took back what earlier promotions of a branch had brought: their merges,
 * or commits of the branch itself. The newest first. A branch that has such a commit was made, or
 * updated, without those changes.
 */
export async function revertsOf(
  board: RepositoryBoard,
  git: Git,
  { head, base }: { head: string; base: string | undefined },
  tip: string,
): Promise<string[]> {
  const reverts = await board.history.activeReverts(tip, [tip])
  if (reverts.length === 0) return []
  const notInBranch = await missingFrom(
    git,
    reverts.map(({ by }) => by),
    head,
  )
  const missing = reverts.filter(({ by }) => notInBranch.has(by))
  if (missing.length === 0) return []
  const own = await ownCommits(board, git, head, base)
  const found: string[] = []
  for (const { by, reverted } of missing) {
    const { stdout } = await git.run(['rev-parse', '--verify', '--quiet', `${reverted}^2`])
    const isMerge = stdout.trim() !== ''
    const brought = isMerge ? stdout.trim() : await fullId(git, reverted)
    if (own.has(brought)) found.push(by)
  }
  return [...new Set(found)]
}

/** A branch with more commits of its own is a sign of something else. */
const MAX_COMMITS = 1_000

/**
 * What came into the branch with a merge is the work of others, and so is what was on a stage when
 * the branch began. The commits of a branch that was fast-forwarded are on the stage, too.
 */
async function ownCommits(
  board: RepositoryBoard,
  git: Git,
  head: string,
  base: string | undefined,
): Promise<ReadonlySet<string>> {
  const { stageTips = [], stageNames = [] } = board.state ?? {}
  const others = new Set<string>()
  for (const [index, branch] of stageNames.entries()) {
    const tip = stageTips[index]
    if (branch === undefined || tip === undefined) continue
    for (const id of (await board.history.line(branch, tip)).parents.keys()) others.add(id)
  }
  const line = await firstParents(git, [head])
  const since = base === undefined ? [] : await firstParents(git, [head, `^${base}`])
  return new Set([...line.filter((id) => !others.has(id)), ...since])
}

async function firstParents(git: Git, range: readonly string[]): Promise<string[]> {
  const args = ['rev-list', '--first-parent', `--max-count=${MAX_COMMITS}`, ...range]
  return (await git.read(args)).split('\n').filter(Boolean)
}

async function fullId(git: Git, commit: string): Promise<string> {
  const { stdout } = await git.run(['rev-parse', '--verify', '--quiet', `${commit}^{commit}`])
  return stdout.trim()
}
