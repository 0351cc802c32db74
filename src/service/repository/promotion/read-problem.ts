import { messages } from '../../messages/messages.ts'
import { boardSpace } from '../git/object-space.ts'
import { plainName } from '../git/plain-text.ts'
import { treeProblems } from '../sync/head-checks.ts'
import type { Promotion } from './commit-as.ts'
import type { PlanningBoard } from './planning-board.ts'
import type { StageTip } from './read-stage.ts'

/**
 * Why git can't tell what a move would make of the stages: it takes a folder that is missing for an
 * empty one. Also what was whole at the last sync is looked at again.
 */
export async function readProblem(
  { repository }: Pick<PlanningBoard, 'repository'>,
  { name, head, net, signal }: Pick<Promotion, 'name' | 'head' | 'net' | 'signal'>,
  stages: readonly StageTip[],
): Promise<string | undefined> {
  const { git } = boardSpace(repository).until(signal)
  const own = [head, ...(net ? [net.base, net.head] : [])]
  const bases: string[] = []
  for (const { tip } of stages) {
    const { stdout } = await git.run(['merge-base', '--all', tip, head])
    bases.push(...stdout.split('\n').filter(Boolean))
  }
  const problems = await treeProblems(git, [...own, ...stages.map(({ tip }) => tip), ...bases])
  const ofCard = own.map((treeish) => problems.get(treeish)).find((found) => found !== undefined)
  if (ofCard) return messages.repository.moveUnreadable(plainName(name), ofCard.reason)
  // What else is odd about a stage, or was, is there already.
  const isMissing = (commit: string) => problems.get(commit)?.type === 'missing'
  const stage = stages.find(({ tip }) => isMissing(tip))
  const reason = messages.repository.treeMissing
  if (stage) return messages.repository.moveUnreadable(plainName(stage.branch), reason)
  return bases.some(isMissing)
    ? messages.repository.moveUnreadable(plainName(name), reason)
    : undefined
}
