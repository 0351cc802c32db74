import { messages } from '../messages.ts'
import type { BoardWriter } from '../store/board-writer.ts'
import { nameKey } from '../store/label-rows.ts'
import type { FileCard } from './board-file.ts'
import { CommandError } from './command-error.ts'

/** Ids by name, and the ones that are used when a card names none. */
export interface BoardNames {
  stages: ReadonlyMap<string, number>
  projects: ReadonlyMap<string, number>
  labels: ReadonlyMap<string, number>
  assignees: ReadonlyMap<string, number>
}

export interface CardIds {
  id?: number
  number: number
}

/** A statement can have only so many parameters. */
const CHUNK_SIZE = 200

/**
 * Adds cards at the end of their columns. `idsOf` returns the number of each, and its id if it is
 * fixed. Throws CommandError for a name that the board doesn't have.
 */
export async function insertCards(
  board: BoardWriter,
  names: BoardNames,
  cards: readonly FileCard[],
  idsOf: (index: number) => CardIds,
): Promise<void> {
  const start = await lastPosition(board)
  const at = board.context.now.toISOString()
  const rows = cards.map((card, index) => ({
    ...idsOf(index),
    board_id: board.boardId,
    title: card.title,
    project_id: find(names.projects, card.project, 'project'),
    stage_id: find(names.stages, card.column, 'column'),
    position: start + index + 1,
    priority: card.priority ?? 'medium',
    assignee_id: card.assignee === undefined ? null : (names.assignees.get(card.assignee) ?? null),
    assignee_name: card.assignee ?? null,
    ...blockedColumns(card, at),
    ...board.creation(),
  }))
  await inChunks(rows, (chunk) => board.tx.insertInto('cards').values(chunk).execute())
  const ids = await cardIds(board)
  const idAt = (index: number) => ids.get(idsOf(index).number) ?? 0
  const links = cards.flatMap((card, index) =>
    [...new Set(card.labels ?? [])].map((name, position) => ({
      card_id: idAt(index),
      label_id: find(names.labels, name, 'label'),
      position,
    })),
  )
  await inChunks(links, (chunk) => board.tx.insertInto('card_labels').values(chunk).execute())
  const facts = cards.flatMap(({ refusal }, index) =>
    refusal ? [{ card_id: idAt(index), ...refusal }] : [],
  )
  await inChunks(facts, (chunk) => board.tx.insertInto('gate_facts').values(chunk).execute())
  board.markChanged()
}

function blockedColumns({ isBlocked, refusal }: FileCard, at: string) {
  if (!isBlocked || !refusal) {
    return { blocked_reason: null, blocked_code: null, blocked_at: null }
  }
  return { blocked_reason: refusal.reason, blocked_code: refusal.code, blocked_at: at }
}

/** Without a name, the first one. */
function find(ids: ReadonlyMap<string, number>, name: string | undefined, type: NamedType): number {
  if (name !== undefined) return idByName(ids, name, type)
  const [first] = ids.values()
  if (first === undefined) throw new CommandError(messages.board.nothingYet(type))
  return first
}

export type NamedType = 'column' | 'project' | 'label'

export function idByName(ids: ReadonlyMap<string, number>, name: string, type: NamedType): number {
  const id = ids.get(name) ?? [...ids].find(([known]) => nameKey(known) === nameKey(name))?.[1]
  if (id === undefined) {
    throw new CommandError(messages.board.nameUnknown(type, name, [...ids.keys()]))
  }
  return id
}

async function lastPosition(board: BoardWriter): Promise<number> {
  const row = await board.tx
    .selectFrom('cards')
    .select((eb) => eb.fn.max('position').as('position'))
    .where('board_id', '=', board.boardId)
    .executeTakeFirst()
  return Number(row?.position ?? 0)
}

async function cardIds(board: BoardWriter): Promise<Map<number, number>> {
  const rows = await board.tx
    .selectFrom('cards')
    .select(['id', 'number'])
    .where('board_id', '=', board.boardId)
    .execute()
  return new Map(rows.map((row) => [row.number, row.id]))
}

/** Inserts any number of rows. */
export async function inChunks<Row>(
  rows: readonly Row[],
  insert: (rows: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += CHUNK_SIZE) {
    await insert(rows.slice(start, start + CHUNK_SIZE))
  }
}
