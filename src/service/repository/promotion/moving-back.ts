import { type Rejection, rejected } from '../../gate/gate.ts'
import { messages } from '../../messages/messages.ts'
import type { Git } from '../git/git.ts'
import type { RepositoryBoard } from '../sync/repository-board.ts'

/** A merge stays in the history: only a revert takes its changes back. */
export async function rejectMovingBack(
  { config, repository: { git } }: RepositoryBoard,
  head: string,
  position: number,
): Promise<Rejection> {
  const next = config.columns[position + 1]
  const branch = next && next.rule !== 'work' ? next.rule.branch : undefined
  const merge = branch && (await findMerge(git, head, branch))
  const command = merge ? `git revert -m 1 ${merge.slice(0, 12)}` : undefined
  const reason = messages.repository.movingBack(next?.name ?? '', command)
  return rejected('moving_back', reason)
}

/** The merge on the branch's first-parent line that brought the commit. */
async function findMerge(git: Git, head: string, branch: string): Promise<string | undefined> {
  const range = ['--first-parent', '--merges', '--ancestry-path', `${head}..refs/heads/${branch}`]
  const { stdout } = await git.run(['rev-list', ...range])
  return stdout.trim().split('\n').at(-1) || undefined
}
