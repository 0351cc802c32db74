import { nameKey } from '#contract/name-key.ts'
import { PALETTE } from '#contract/palette.ts'
import { type BoardNames, boardNames } from '../../boards/board-names.ts'
import { addLabels } from '../../boards/change-board.ts'
import { cardIds, insertCards } from '../../boards/insert-cards.ts'
import type { StageRow } from '../../store/board-reader.ts'
import type { BoardWriter } from '../../store/board-writer.ts'
import { Turns } from '../../turns.ts'
import { numberIn } from '../config/branch-patterns.ts'
import { factsText, netChangeText } from '../contents/stage-facts.ts'
import { plainText } from '../git/plain-text.ts'
import { type CardFacts, cardFacts, titleFromName, uniqueNames } from './card-facts.ts'
import { placeCard } from './place-card.ts'
import { evidenceText, readEvidence } from './read-evidence.ts'
import type { Branch, RepositoryState } from './read-repository.ts'

/** What a new card is made from. */
export interface NewCardSources {
  state: RepositoryState
  /** Better ones than the names of the branches, by these. */
  titles: ReadonlyMap<string, string>
  /** How branches name the numbers of their cards; undefined for the usual way. */
  numberPatterns: readonly string[] | undefined
  /** Numbers of cards that are known otherwise, by their branches. */
  numbers?: ReadonlyMap<string, number>
}

/** Adds a card for each of the branches. */
export async function addBranches(
  board: BoardWriter,
  input: NewCardSources,
  branches: readonly Branch[],
  stages: readonly StageRow[],
): Promise<void> {
  const numbers = await takeCardNumbers(board, branches, input)
  const placed = await placeBranches(input, branches, numbers)
  const free = Math.max(0, MAX_LABELS - (await board.labels()).length)
  const labels = uniqueNames(placed.flatMap(({ facts }) => facts.labels)).slice(0, free)
  const color = (index: number) => PALETTE[index % PALETTE.length] ?? PALETTE[0]
  await addLabels(
    board,
    labels.map((name, index) => ({ name, color: color(index + 1) })),
  )
  const people = placed.flatMap(({ assignee }) => assignee || [])
  const names = withColumns(await boardNames(board, people), stages)
  const known = new Set([...names.labels.keys()].map(nameKey))
  const files = placed.map(({ stage, facts, assignee }) => ({
    title: facts.title,
    priority: facts.priority,
    column: String(stage),
    labels: facts.labels.filter((name) => known.has(nameKey(name))),
    ...(assignee === '' ? {} : { assignee }),
  }))
  await insertCards(board, names, files, (index) => ({ number: placed[index]?.number ?? 0 }))
  await saveNewBranches(board, placed, input.state, stages)
}

async function placeBranches(
  input: NewCardSources,
  branches: readonly Branch[],
  numbers: ReadonlyMap<string, number>,
) {
  const { state } = input
  const turns = new Turns()
  const placed: PlacedBranch[] = []
  for (const branch of branches) {
    await turns.pause()
    placed.push({
      branch,
      number: numbers.get(branch.name) ?? 0,
      stage: placeCard(branch, state),
      facts: cardFacts(
        input.titles.get(branch.name) ?? titleFromName(branch.name),
        state.ownCommits.get(branch.head),
      ),
      assignee: plainText(branch.author),
    })
  }
  return placed.sort((a, b) => a.number - b.number)
}

interface PlacedBranch {
  branch: Branch
  number: number
  /** Index of the column. */
  stage: number
  facts: CardFacts
  assignee: string
}

/** Columns by their place: a repository can rename them. */
function withColumns(names: BoardNames, stages: readonly StageRow[]): BoardNames {
  return { ...names, stages: new Map(stages.map(({ id }, index) => [String(index), id])) }
}

/** Trailers add no label to a board that has so many. */
const MAX_LABELS = 500

const CHUNK_SIZE = 200

/** Where the numbers of cards that are pull requests begin, if a card from before has theirs. */
const FREE_NUMBERS = 100_001

async function saveNewBranches(
  board: BoardWriter,
  placed: readonly PlacedBranch[],
  state: RepositoryState,
  stages: readonly StageRow[],
): Promise<void> {
  const ids = await cardIds(board)
  const { facts, nets } = state
  const turns = new Turns()
  for (let start = 0; start < placed.length; start += CHUNK_SIZE) {
    const rows = placed.slice(start, start + CHUNK_SIZE).map(({ branch, number, stage }) => ({
      card_id: ids.get(number) ?? 0,
      board_id: board.boardId,
      name: branch.name,
      head: branch.head,
      stage_facts: factsText(facts.get(branch.name)),
      net_change: netChangeText(nets.get(branch.name)),
      evidence: evidenceText(
        readEvidence(state, { ...branch, stage, isDeleted: false, before: undefined }, stages),
      ),
    }))
    await board.tx.insertInto('branches').values(rows).execute()
    await turns.pause()
  }
}

/**
 * The number in a branch's name, unless another card has it. The others get numbers
 * above every number that was seen in a name.
 */
async function takeCardNumbers(
  board: BoardWriter,
  branches: readonly Branch[],
  { numberPatterns, numbers: known }: NewCardSources,
): Promise<Map<string, number>> {
  const named = new Map(
    branches.map(({ name }) => [name, known?.get(name) ?? numberIn(name, numberPatterns)]),
  )
  const taken = new Set((await cardIds(board)).keys())
  const numbers = new Map<string, number>()
  for (const [name, number] of named) {
    if (number === undefined || taken.has(number)) continue
    taken.add(number)
    numbers.set(name, number)
  }
  const seen = [...named.values()].map((number = 0) => number)
  const { next_number } = await board.tx
    .selectFrom('boards')
    .select('next_number')
    .where('id', '=', board.boardId)
    .executeTakeFirstOrThrow()
  // Pull requests of later have the numbers after these.
  const isCrowded = (known?.size ?? 0) > 0 && numbers.size < branches.length
  const free = isCrowded ? FREE_NUMBERS : 0
  let next = Math.max(next_number, free, ...seen.map((number) => number + 1))
  for (const { name } of branches) if (!numbers.has(name)) numbers.set(name, next++)
  await board.tx
    .updateTable('boards')
    .set({ next_number: next })
    .where('id', '=', board.boardId)
    .execute()
  return numbers
}
