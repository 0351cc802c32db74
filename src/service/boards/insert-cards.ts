import type { BoardWriter } from '../store/board-writer.ts'
import { inChunks } from '../store/in-chunks.ts'
import type { FileCard } from './board-file.ts'
import type { BoardNames } from './board-names.ts'
import { cardLabelIds, newCardColumns } from './card-fields.ts'

export interface CardIds {
  id?: number
  number: number
}

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
  const rowOf = (card: FileCard, index: number) => ({
    ...idsOf(index),
    board_id: board.boardId,
    position: start + index + 1,
    ...newCardColumns(card, names),
    ...blockedColumns(card, at),
    ...board.creation(),
  })
  const indexed = cards.map((card, index) => ({ card, index }))
  await inChunks(indexed, (chunk) =>
    board.tx
      .insertInto('cards')
      .values(chunk.map(({ card, index }) => rowOf(card, index)))
      .execute(),
  )
  const ids = await cardIds(board)
  const idAt = (index: number) => ids.get(idsOf(index).number) ?? 0
  const links = cards.flatMap((card, index) =>
    cardLabelIds(card, names).map((label_id, position) => ({
      card_id: idAt(index),
      label_id,
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

async function lastPosition(board: BoardWriter): Promise<number> {
  const row = await board.tx
    .selectFrom('cards')
    .select((eb) => eb.fn.max('position').as('position'))
    .where('board_id', '=', board.boardId)
    .executeTakeFirst()
  return Number(row?.position ?? 0)
}

/** Ids of all cards by number. */
export async function cardIds(board: BoardWriter): Promise<Map<number, number>> {
  const rows = await board.tx
    .selectFrom('cards')
    .select(['id', 'number'])
    .where('board_id', '=', board.boardId)
    .execute()
  return new Map(rows.map((row) => [row.number, row.id]))
}
