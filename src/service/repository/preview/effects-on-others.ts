import type { EffectOnOther } from '#contract/repository-values.ts'
import type { ChangedFile } from '../contents/changed-files.ts'
import type { Judge } from '../contents/judge.ts'
import type { NetChange } from '../contents/net-changes.ts'
import { type Presence, type Question, questionOf } from '../contents/presence.ts'
import type { ObjectSpace } from '../git/object-space.ts'
import type { PlanningBoard } from '../promotion/planning-board.ts'

/** A move that would pass. */
export interface PassingMove {
  /** The branch of the card. */
  name: string
  /** Branch and newest commit of the stage, and its tree before and after. */
  branch: string
  tip: string
  tree: string
  after: string
}

/** What a move does to the card of another branch. */
export interface OtherCard {
  name: string
  effect: EffectOnOther
}

/** Of each move. A move that touches more cards says less, and nothing wrong. */
const MAX_CARDS = 20

/**
 * What moves would do to other cards: git's merge also brings what the branch has of them, and takes
 * back what the branch has reverted. In the order of the moves, whose trees are in the space.
 */
export async function findEffectsOnOthers(
  board: PlanningBoard,
  space: ObjectSpace,
  moves: readonly PassingMove[],
): Promise<OtherCard[][]> {
  if (moves.length === 0) return []
  const { facts, nets } = board
  const cards = [...nets].filter(([, { base, head }]) => base !== head)
  const changes = await facts.changedFiles.read(space.git, [
    ...moves.map(({ tree, after }) => ({ before: tree, after })),
    ...cards.map(([, { base, head }]) => ({ before: base, after: head })),
  ])
  const all = cards.map(([name, net], index) => {
    return { name, net, files: changes[moves.length + index] ?? [] }
  })
  const byPath = groupByPath(all)
  const tried = moves.flatMap((move, index) =>
    nearTo(move, changes[index] ?? [], byPath, board).map((other) => ({ ...other, index })),
  )
  const questions = tried.map(({ net, index }) => {
    return questionOf(net, moves[index]?.after ?? '')
  })
  const found: OtherCard[][] = moves.map(() => [])
  for (const [place, verdict] of (await decideClearly(facts.judge, space, questions)).entries()) {
    const { name, before, index } = tried[place] ?? { before: 'unclear' }
    const effect = EFFECTS[`${before} ${verdict}`]
    if (name !== undefined && index !== undefined && effect) found[index]?.push({ name, effect })
  }
  return found
}

const EFFECTS: Readonly<Record<string, EffectOnOther>> = {
  'absent present': 'brings',
  'partly present': 'brings',
  'absent partly': 'brings_part',
  'present partly': 'takes_part',
  'present absent': 'takes',
  'partly absent': 'takes',
}

/** A move itself renames nothing, so each file can be judged for itself. */
async function decideClearly(
  judge: Judge,
  space: ObjectSpace,
  questions: readonly Question[],
): Promise<Presence[]> {
  const verdicts = (await judge.decide(space, questions)).map(({ verdict }) => verdict)
  const unclear = questions.filter((_, place) => verdicts[place] === 'unclear')
  const byFiles = unclear.map((question) => questionOf(question, question.stage, false))
  const answers = (await judge.decide(space, byFiles)).values()
  return verdicts.map((verdict) => {
    return verdict === 'unclear' ? (answers.next().value?.verdict ?? verdict) : verdict
  })
}

interface Candidate {
  name: string
  net: NetChange
  files: readonly ChangedFile[]
}

function groupByPath(cards: readonly Candidate[]): Map<string, Candidate[]> {
  const found = new Map<string, Candidate[]>()
  for (const card of cards) {
    for (const { path } of card.files) {
      const known = found.get(path)
      if (known) known.push(card)
      else found.set(path, [card])
    }
  }
  return found
}

/**
 * Cards that a move can change: those of which it changes all files can come with it, or those with
 * a file as they leave it; and those that the stage has can lose something.
 */
function nearTo(
  { name, branch, tip }: PassingMove,
  files: readonly ChangedFile[],
  byPath: ReadonlyMap<string, readonly Candidate[]>,
  board: Pick<PlanningBoard, 'verdictOn'>,
): (Candidate & { before: Presence })[] {
  const after = new Map(files.map((file) => [file.path, file.after]))
  const near = new Set(files.flatMap(({ path }) => byPath.get(path) ?? []))
  const found = [...near].flatMap((card) => {
    if (card.name === name) return []
    const before = board.verdictOn(card.name, { branch, tip }) ?? 'absent'
    const isPossible =
      before !== 'absent' ||
      card.files.every(({ path }) => after.has(path)) ||
      card.files.some((own) => own.after !== undefined && own.after === after.get(own.path))
    return isPossible ? [{ ...card, before }] : []
  })
  return found.slice(0, MAX_CARDS)
}
