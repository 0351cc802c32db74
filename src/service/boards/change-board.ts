import { nameKey } from '#contract/name-key.ts'
import { messages } from '../messages/messages.ts'
import { BoardStore } from '../store/board-store.ts'
import { BoardWriter } from '../store/board-writer.ts'
import { continueIds } from '../store/continue-ids.ts'
import { inChunks } from '../store/in-chunks.ts'
import type { Database } from '../store/open-database.ts'
import type { WriteContext } from '../store/write-context.ts'
import { writeTransaction } from '../store/write-transaction.ts'
import type { FileColumn } from './board-file.ts'
import { CommandError } from './command-error.ts'

/** Every board belongs to the one organization that runs the service. */
const ORGANIZATION = 1

export interface NewBoard {
  name: string
  columns: readonly FileColumn[]
  projects: readonly string[]
  labels?: readonly { name: string; color: string }[]
  nextNumber?: number
}

/** Ids of the demo, so that its links and keys stay the same. */
export interface FixedIds {
  board: number
  projects: readonly number[]
}

/** Creates a board, and calls `fill` in the same transaction. */
export async function createBoard(
  database: Database,
  context: WriteContext,
  newBoard: NewBoard,
  ids?: FixedIds,
  fill?: (board: BoardWriter) => Promise<void>,
): Promise<{ boardId: number; projectIds: number[] }> {
  return writeTransaction(database, async (tx) => {
    const { id } = await tx
      .insertInto('boards')
      .values({
        ...(ids ? { id: ids.board } : {}),
        organization_id: ORGANIZATION,
        name: newBoard.name,
        next_number: newBoard.nextNumber ?? 1,
        created_at: context.now.toISOString(),
        created_by: context.actor,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const board = new BoardWriter(tx, id, context)
    await addProjects(board, newBoard.projects, ids?.projects)
    await addColumns(board, newBoard.columns, ids && ids.board * 100 + 1)
    await addLabels(board, newBoard.labels ?? [], ids && ids.board * 100 + 1)
    await fill?.(board)
    if (ids && database.dialect === 'postgres') await continueIds(tx)
    board.record('board.create', `board ${id}`, newBoard.name)
    await BoardWriter.finish([board])
    return { boardId: id, projectIds: await board.projectIds() }
  })
}

/** Changes a board that exists. Throws CommandError when it doesn't. */
export async function changeBoard<Result>(
  database: Database,
  boardId: number,
  context: WriteContext,
  change: (board: BoardWriter) => Promise<Result>,
): Promise<Result> {
  const boards = await database.reader.selectFrom('boards').select('id').execute()
  if (!boards.some((board) => board.id === boardId)) {
    throw new CommandError(
      messages.board.unknown(
        boardId,
        boards.map((board) => board.id),
      ),
    )
  }
  return new BoardStore(database).write(boardId, context, change)
}

export async function addProjects(
  board: BoardWriter,
  names: readonly string[],
  ids?: readonly number[],
): Promise<void> {
  if (names.length === 0) return
  const existing = new Set((await board.projects()).map((project) => nameKey(project.name)))
  const twice = names.find((name) => existing.has(nameKey(name)))
  if (twice !== undefined) throw new CommandError(messages.board.projectExists(twice))
  const created_at = board.context.now.toISOString()
  const rows = names.map((name, index) => ({
    ...(ids ? { id: ids[index] ?? 0 } : {}),
    board_id: board.boardId,
    name,
    created_at,
  }))
  await inChunks(rows, (chunk) => board.tx.insertInto('projects').values(chunk).execute())
  board.markChanged()
}

/** Adds columns at the end of the flow. */
export async function addColumns(
  board: BoardWriter,
  columns: readonly FileColumn[],
  firstId?: number,
): Promise<void> {
  if (columns.length === 0) return
  const position = (await board.stages()).length
  const rows = columns.map(({ name, minRole }, index) => ({
    ...(firstId === undefined ? {} : { id: firstId + index }),
    board_id: board.boardId,
    name,
    min_role: minRole,
    position: position + index,
  }))
  await inChunks(rows, (chunk) => board.tx.insertInto('stages').values(chunk).execute())
  board.markChanged()
}

/**
 * Makes these the columns of the board, in this order. A column with the same name keeps its id and
 * cards. Throws CommandError when a column that is left out has cards.
 */
export async function setColumns(
  board: BoardWriter,
  columns: readonly FileColumn[],
): Promise<void> {
  const existing = await board.stages()
  const names = new Set(columns.map((column) => column.name))
  for (const stage of existing.filter(({ name }) => !names.has(name))) {
    const count = await cardsIn(board, stage.id)
    if (count > 0) throw new CommandError(messages.board.columnHasCards(stage.name, count))
    await board.tx.deleteFrom('stages').where('id', '=', stage.id).execute()
  }
  for (const [position, { name, minRole }] of columns.entries()) {
    const stage = existing.find((candidate) => candidate.name === name)
    const values = { name, min_role: minRole, position }
    if (stage) await board.tx.updateTable('stages').set(values).where('id', '=', stage.id).execute()
    else
      await board.tx
        .insertInto('stages')
        .values({ board_id: board.boardId, ...values })
        .execute()
  }
  board.markChanged()
  board.record('board.columns', `board ${board.boardId}`, [...names].join(', '))
}

/** Adds the labels that the board doesn't have yet. */
export async function addLabels(
  board: BoardWriter,
  labels: readonly { name: string; color: string }[],
  firstId?: number,
): Promise<void> {
  const known = new Set((await board.labels()).map((label) => nameKey(label.name)))
  const rows = labels
    .filter((label) => !known.has(nameKey(label.name)))
    .map(({ name, color }, index) => ({
      ...(firstId === undefined ? {} : { id: firstId + index }),
      board_id: board.boardId,
      name,
      color,
      name_key: nameKey(name),
      ...board.creation(),
    }))
  if (rows.length === 0) return
  await inChunks(rows, (chunk) => board.tx.insertInto('labels').values(chunk).execute())
  board.markChanged()
}

async function cardsIn(board: BoardWriter, stageId: number): Promise<number> {
  const row = await board.tx
    .selectFrom('cards')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('stage_id', '=', stageId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
