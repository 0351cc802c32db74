import type { NetChange } from '../contents/net-changes.ts'
import { questionOf } from '../contents/presence.ts'
import { boardSpace } from '../git/object-space.ts'
import type { Promotion } from './commit-as.ts'
import type { PlanningBoard } from './planning-board.ts'
import type { StageTip } from './read-stage.ts'

/** A stage, and the tree that it would have. */
interface ChangedStage extends StageTip {
  after: string
}

/**
 * Branches of other cards that a stage has, and would lack a part of. Not those whose changes are
 * all in the branch of the card that is moved: they came with it, and go with it.
 */
export async function othersThatLose(
  board: PlanningBoard,
  { name, net }: Promotion,
  { tree, after, ...stage }: ChangedStage,
): Promise<string[]> {
  const { repository, facts, nets } = board
  const present = [...nets].filter(
    ([other]) => other !== name && board.verdictOn(other, stage) === 'present',
  )
  const near = await sharingFiles(board, present, { before: tree, after })
  const space = boardSpace(repository)
  const judged = async (stage: string, nets: readonly [string, NetChange][]) => {
    const questions = nets.map(([, net]) => questionOf(net, stage))
    return facts.judge.decide(space, questions)
  }
  const afterwards = await judged(after, near)
  const losing = near.filter((_, index) => {
    const verdict = afterwards[index]?.verdict
    return verdict === 'absent' || verdict === 'partly'
  })
  const inBranch = net ? await judged(net.head, losing) : []
  return losing.flatMap(([other], index) => {
    return inBranch[index]?.verdict === 'present' ? [] : [other]
  })
}

/** The others can't lose anything. */
async function sharingFiles(
  { repository, facts: { changedFiles } }: PlanningBoard,
  cards: readonly [string, NetChange][],
  change: { before: string; after: string },
): Promise<[string, NetChange][]> {
  const pairs = cards.map(([, { base, head }]) => ({ before: base, after: head }))
  const { git } = boardSpace(repository)
  const [changed, ...files] = await changedFiles.read(git, [change, ...pairs])
  const paths = changed && new Set(changed.map(({ path }) => path))
  // A file that was renamed isn't seen here, but then both of its names are.
  return cards.filter((_, index) => {
    const own = files[index]
    return !paths || !own || own.some(({ path }) => paths.has(path))
  })
}
