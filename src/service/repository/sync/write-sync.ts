import { boardNames } from '../../boards/board-names.ts'
import type { CardRow, StageRow } from '../../store/board-reader.ts'
import type { BoardWriter } from '../../store/board-writer.ts'
import { type Evidence, parseStored } from '../../store/evidence.ts'
import { Turns } from '../../turns.ts'
import { type StoredBranch, storedBranches } from '../config/repository-rows.ts'
import { factsText, netChangeText } from '../contents/stage-facts.ts'
import { plainText } from '../git/plain-text.ts'
import { addBranches, type NewCardSources } from './add-branches.ts'
import { titleFromName } from './card-facts.ts'
import { placeCard } from './place-card.ts'
import { evidenceText, isPlaced, readEvidence } from './read-evidence.ts'
import type { Branch, RepositoryState } from './read-repository.ts'

export interface SyncInput extends NewCardSources {
  /** Whether nothing can be said about a branch: its card stays as it is. */
  isUnreadable: (branch: StoredBranch) => boolean
}

/** A deleted branch whose commits are nowhere leaves the board after so many syncs. */
const SYNCS_UNTIL_GONE = 2

/**
 * Makes the cards of a board what the repository says, and changes nothing else. Returns whether
 * another sync is due without a change in the repository.
 */
export async function writeSync(board: BoardWriter, input: SyncInput): Promise<boolean> {
  const stages = await board.stages()
  const cards = new Map((await board.cardRows()).map((card) => [card.id, card]))
  const stored = await storedBranches(board.tx, board.boardId)
  const people = await newAssignees(board, [...cards.values()], stored, input.state)
  const turns = new Turns()
  let isDue = false
  const firstPlaced: CardRow[] = []
  for (const row of stored) {
    await turns.pause()
    const card = cards.get(row.cardId)
    if (!card || input.isUnreadable(row)) continue
    const branch = input.state.branches.get(row.name)
    if (branch) {
      const placed = await syncBranch(board, input, { row, card, stages, branch })
      if (placed) firstPlaced.push(placed)
      await saveAssignee(board, card, people.get(card.id))
      await improveTitle(board, card, row, input.titles)
    } else isDue = (await syncDeleted(board, input, { row, card, stages })) || isDue
  }
  await board.placeCards(firstPlaced)
  await addNewBranches(board, input, stored, cards)
  return isDue
}

async function addNewBranches(
  board: BoardWriter,
  input: SyncInput,
  stored: readonly StoredBranch[],
  cards: ReadonlyMap<number, CardRow>,
): Promise<void> {
  const known = new Set(stored.map(({ name }) => name))
  const added = [...input.state.branches.values()].filter(({ name }) => !known.has(name))
  if (added.length === 0) return
  const stages = await board.stages()
  await addBranches(board, input, added, stages)
  // At the first sync, everything is new, so nothing is news.
  if (cards.size > 0) await recordArrivals(board, cards, stages)
}

/** @param known The cards before, by their ids. */
async function recordArrivals(
  board: BoardWriter,
  known: ReadonlyMap<number, CardRow>,
  stages: readonly StageRow[],
): Promise<void> {
  for (const card of await board.cardRows()) {
    if (known.has(card.id)) continue
    const column = stages.find(({ id }) => id === card.stage_id)?.name ?? ''
    const author = card.assignee_name ?? ''
    board.recordCard('card.arrive', card, column, { to: column, author })
  }
}

interface KnownCard {
  row: StoredBranch
  card: CardRow
  stages: readonly StageRow[]
}

/** Returns the card where it is, if that was unknown until now: this is no move. */
async function syncBranch(
  board: BoardWriter,
  input: SyncInput,
  known: KnownCard & { branch: Branch },
): Promise<CardRow | undefined> {
  const { row, branch, card, stages } = known
  const stage = placeCard(branch, input.state)
  const placed = { head: branch.head, stage, isDeleted: false }
  const state = branchState(input.state, known, placed)
  await saveBranch(board, row, { ...state, missing: 0 })
  if (!isPlaced(row)) return { ...card, stage_id: stages[stage]?.id ?? card.stage_id }
  await moveTo(board, known, stage, state.evidence)
  return undefined
}

/** It stays by its newest commit until that is in the last stage, or nowhere. */
async function syncDeleted(
  board: BoardWriter,
  input: SyncInput,
  known: KnownCard,
): Promise<boolean> {
  const { row, card, stages } = known
  const stage = placeCard(row, input.state)
  const isDone = stage === stages.length - 1
  const missing = stage === 0 ? row.missingSyncs + 1 : 0
  if (isDone || missing >= SYNCS_UNTIL_GONE) {
    await board.tx.deleteFrom('cards').where('id', '=', card.id).execute()
    board.markChanged()
    board.recordCard('card.leave', card, row.name)
    return false
  }
  const placed = { head: row.head, stage, isDeleted: true }
  const state = branchState(input.state, known, placed)
  await saveBranch(board, row, { ...state, missing })
  await moveTo(board, known, stage, state.evidence)
  return missing > 0
}

interface BranchState {
  head: string
  missing: number
  facts: string | null
  net: string | null
  evidence: Evidence
}

function branchState(
  state: RepositoryState,
  { row, stages }: KnownCard,
  placed: { head: string; stage: number; isDeleted: boolean },
): Pick<BranchState, 'head' | 'facts' | 'net' | 'evidence'> {
  const { facts, nets } = state
  const { head } = placed
  const stored = row.head === head ? parseStored<Evidence>(row.evidence) : undefined
  return {
    head,
    facts: factsText(facts.get(row.name)),
    net: netChangeText(nets.get(row.name)),
    evidence: readEvidence(state, { name: row.name, ...placed, before: stored }, stages),
  }
}

async function saveBranch(
  board: BoardWriter,
  row: StoredBranch,
  { head, missing, facts, net, ...state }: BranchState,
): Promise<void> {
  const evidence = evidenceText(state.evidence)
  const isSame = row.head === head && row.missingSyncs === missing
  const isKnown = factsText(row.facts) === facts && netChangeText(row.net) === net
  if (isSame && isKnown && row.evidence === evidence) return
  await board.tx
    .updateTable('branches')
    .set({
      head,
      missing_syncs: missing,
      stage_facts: facts,
      net_change: net,
      evidence,
    })
    .where('card_id', '=', row.cardId)
    .execute()
  if (row.evidence !== evidence) board.markChanged()
}

interface Person {
  id: number | null
  name: string
}

/** The authors of the newest commits, for the cards that show somebody else. */
async function newAssignees(
  board: BoardWriter,
  cards: readonly CardRow[],
  stored: readonly StoredBranch[],
  { branches }: RepositoryState,
): Promise<Map<number, Person>> {
  const shown = new Map(cards.map((card) => [card.id, card.assignee_name]))
  const changed = stored.flatMap(({ cardId, name }) => {
    const author = plainText(branches.get(name)?.author ?? '')
    return author === '' || author === shown.get(cardId) ? [] : [{ cardId, author }]
  })
  if (changed.length === 0) return new Map()
  const { assignees } = await boardNames(
    board,
    changed.map(({ author }) => author),
  )
  return new Map(
    changed.map(({ cardId, author }) => [
      cardId,
      { id: assignees.get(author) ?? null, name: author },
    ]),
  )
}

async function saveAssignee(
  board: BoardWriter,
  card: CardRow,
  person: Person | undefined,
): Promise<void> {
  if (!person) return
  await board.tx
    .updateTable('cards')
    .set({ assignee_id: person.id, assignee_name: person.name })
    .where('id', '=', card.id)
    .execute()
  board.markChanged()
}

/** A title that was made from a name, or from what was known first, when something better is. */
async function improveTitle(
  board: BoardWriter,
  card: CardRow,
  row: StoredBranch,
  titles: ReadonlyMap<string, string>,
): Promise<void> {
  const title = titles.get(row.name)
  const isFinal = isPlaced(row) && card.title !== titleFromName(row.name)
  if (title === undefined || title === card.title || isFinal) return
  await board.tx.updateTable('cards').set({ title }).where('id', '=', card.id).execute()
  board.markChanged()
}

/** A refusal stays: only a try of the same move that passes takes it away, or the move itself. */
async function moveTo(
  board: BoardWriter,
  { card, stages }: KnownCard,
  stage: number,
  { placedAt }: Evidence,
): Promise<void> {
  const from = stages.find(({ id }) => id === card.stage_id)
  const to = stages[stage]
  if (from && to && from.id !== to.id)
    await board.moveCard(card, from, to, placedAt === undefined ? {} : { commit: placedAt })
}
