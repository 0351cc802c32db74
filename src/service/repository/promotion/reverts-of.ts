import type { Git } from '../git/git.ts'
import type { RepositoryBoard } from '../sync/repository-board.ts'

/**
 * Commits on a stage that took back what earlier promotions of a branch had brought: their merges,
 * or commits of the branch itself. The newest first.
 */
export async function revertsOf(
  board: RepositoryBoard,
  git: Git,
  head: string,
  tip: string,
): Promise<string[]> {
  const reverts = await board.history.activeReverts(tip, [tip])
  if (reverts.length === 0) return []
  // What came into the branch with a merge is the work of others.
  const range = ['--first-parent', `--max-count=${MAX_COMMITS}`, head]
  const text = await git.read(['rev-list', ...range])
  const own = new Set(text.split('\n').filter(Boolean))
  const found: string[] = []
  for (const { by, reverted } of reverts) {
    const { stdout } = await git.run(['rev-parse', '--verify', '--quiet', `${reverted}^2`])
    const isMerge = stdout.trim() !== ''
    const brought = isMerge ? stdout.trim() : await fullId(git, reverted)
    if (own.has(brought)) found.push(by)
  }
  return [...new Set(found)]
}

/** A branch with more commits of its own is a sign of something else. */
const MAX_COMMITS = 1_000

async function fullId(git: Git, commit: string): Promise<string> {
  const { stdout } = await git.run(['rev-parse', '--verify', '--quiet', `${commit}^{commit}`])
  return stdout.trim()
}
