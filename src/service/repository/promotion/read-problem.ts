import { messages } from '../../messages/messages.ts'
import { boardSpace } from '../git/object-space.ts'
import { plainName } from '../git/plain-text.ts'
import { TreeChecks } from '../git/tree-checks.ts'
import { treeProblems } from '../sync/head-checks.ts'
import type { Promotion } from './commit-as.ts'
import type { PlanningBoard } from './planning-board.ts'
import type { StageTip } from './read-stage.ts'

/**
 * Why git can't tell what a move would make of the stages: it takes a folder that is missing for an
 * empty one. Also what was whole at the last sync is looked at again; the sync has looked for all
 * else that can be odd about a branch.
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
  const tips = stages.map(({ tip }) => tip)
  const found = await treeProblems(git, [...own, ...tips, ...bases], new TreeChecks('missing'))
  const missing = new Set([...found].flatMap(([id, { type }]) => (type === 'missing' ? id : [])))
  if (missing.size === 0) return undefined
  const stage = stages.find(({ tip }) => missing.has(tip))
  const branch = stage && !own.some((one) => missing.has(one)) ? stage.branch : name
  return messages.repository.moveUnreadable(plainName(branch), messages.repository.treeMissing)
}
