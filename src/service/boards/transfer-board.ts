import { nameKey } from '#contract/name-key.ts'
import type { StoredCard } from '../store/board-reader.ts'
import type { BoardWriter } from '../store/board-writer.ts'
import type { Database } from '../store/open-database.ts'
import type { WriteContext } from '../store/write-context.ts'
import type { BoardFile, FileCard } from './board-file.ts'
import { boardNames } from './board-names.ts'
import { type NamesById, readFields } from './card-fields.ts'
import {
  addColumns,
  addLabels,
  addProjects,
  changeBoard,
  createBoard,
  type FixedIds,
  setColumns,
} from './change-board.ts'
import { insertCards } from './insert-cards.ts'

/** Creates a board from a file. Cards keep their numbers; the others get the next ones. */
export async function importNewBoard(
  database: Database,
  context: WriteContext,
  file: BoardFile,
  ids?: FixedIds,
): Promise<{ boardId: number; projectIds: number[] }> {
  const numbers = file.cards.flatMap(({ number }) => (number === undefined ? [] : [number]))
  let nextNumber = highestOf(numbers) + 1
  const cardNumbers = file.cards.map((card) => card.number ?? nextNumber++)
  const fill = async (board: BoardWriter) => {
    const names = await boardNames(board, assigneesOf(file.cards))
    await insertCards(board, names, file.cards, (index) => ({
      ...(ids ? { id: ids.board * 1_000_000 + index + 1 } : {}),
      number: cardNumbers[index] ?? 0,
    }))
  }
  return createBoard(database, context, { ...file, nextNumber }, ids, fill)
}

/** What a file adds to a board that exists. A CSV file has only cards. */
export type BoardContent = Pick<BoardFile, 'columns' | 'labels' | 'cards'> &
  Partial<Pick<BoardFile, 'projects'>>

/**
 * Adds cards to a board, and what they need. They get the next numbers. With `replace`, the cards
 * of the board are removed before, the columns and labels of the file take the place of the
 * board's, and cards keep their numbers. Columns and labels with the same name keep their ids.
 */
export async function importIntoBoard(
  database: Database,
  boardId: number,
  context: WriteContext,
  file: BoardContent,
  replace: boolean,
): Promise<number> {
  return changeBoard(database, boardId, context, async (board) => {
    if (replace) await clear(board, file)
    const stages = new Set((await board.stages()).map((stage) => nameKey(stage.name)))
    await addColumns(
      board,
      file.columns.filter((column) => !stages.has(nameKey(column.name))),
    )
    await addLabels(board, file.labels)
    const projects = new Set((await board.projects()).map((project) => nameKey(project.name)))
    const isNew = (name: string) => !projects.has(nameKey(name))
    await addProjects(board, (file.projects ?? []).filter(isNew))
    const numbers = await cardNumbers(board, file.cards, replace)
    const names = await boardNames(board, assigneesOf(file.cards))
    await insertCards(board, names, file.cards, (index) => ({ number: numbers[index] ?? 0 }))
    board.record('board.import', `board ${boardId}`, `${file.cards.length} cards`)
    return file.cards.length
  })
}

/** The file's own numbers are free only when the cards of the board are gone. */
async function cardNumbers(
  board: BoardWriter,
  cards: readonly FileCard[],
  replace: boolean,
): Promise<number[]> {
  const own = cards.flatMap(({ number }) => (number === undefined ? [] : [number]))
  if (!replace || own.length < cards.length) {
    const first = await takeNumbers(board, cards.length)
    return cards.map((_, index) => first + index)
  }
  const highest = highestOf(own)
  const next = await takeNumbers(board, 0)
  if (highest >= next) await takeNumbers(board, highest + 1 - next)
  return own
}

/** Of any number of values: arguments of a function are limited. */
function highestOf(numbers: readonly number[]): number {
  return numbers.reduce((highest, number) => Math.max(highest, number), 0)
}

/** Reserves card numbers, and returns the first. A number is never used again. */
export async function takeNumbers(board: BoardWriter, count: number): Promise<number> {
  const { next_number } = await board.tx
    .selectFrom('boards')
    .select('next_number')
    .where('id', '=', board.boardId)
    .executeTakeFirstOrThrow()
  await board.tx
    .updateTable('boards')
    .set({ next_number: next_number + count })
    .where('id', '=', board.boardId)
    .execute()
  return next_number
}

async function clear(board: BoardWriter, { columns, labels }: BoardContent): Promise<void> {
  await board.tx.deleteFrom('cards').where('board_id', '=', board.boardId).execute()
  board.markChanged()
  if (columns.length === 0) return
  await setColumns(board, columns)
  const kept = new Set(labels.map((label) => nameKey(label.name)))
  for (const label of await board.labels()) {
    if (!kept.has(nameKey(label.name))) await board.deleteLabel(label)
  }
}

/** A board as a file. Throws CommandError when it doesn't exist. */
export async function exportBoard(database: Database, boardId: number): Promise<BoardFile> {
  return changeBoard(database, boardId, { actor: 'operator', now: new Date() }, async (board) => {
    const { tx } = board
    const row = await tx
      .selectFrom('boards')
      .select('name')
      .where('id', '=', boardId)
      .executeTakeFirstOrThrow()
    const names = await boardNames(board, [])
    const stages = await board.stages()
    const labels = await board.labels()
    const facts = await tx.selectFrom('gate_facts').selectAll().execute()
    const context = {
      columnOf: inverse(names.stages),
      projectOf: inverse(names.projects),
      labelOf: inverse(names.labels),
      refusalOf: new Map(facts.map((fact) => [fact.card_id, fact])),
    }
    const cards = await board.cards()
    return {
      format: 'trunkline-board-1',
      name: row.name,
      projects: [...names.projects.keys()],
      columns: stages.map(({ name, min_role }) => ({ name, minRole: min_role })),
      labels: labels.map(({ name, color }) => ({ name, color })),
      cards: cards.map((card) => fileCard(card, context)),
    } as BoardFile
  })
}

interface ExportNames extends NamesById {
  refusalOf: ReadonlyMap<number, { code: string; reason: string }>
}

function fileCard(card: StoredCard, names: ExportNames): FileCard {
  const refusal = names.refusalOf.get(card.id)
  return {
    number: card.number,
    ...readFields(card, names),
    ...(refusal ? { refusal: refusalOf(refusal) } : {}),
    ...(refusal && card.blocked_reason !== null ? { isBlocked: true } : {}),
  }
}

function refusalOf({ code, reason }: { code: string; reason: string }) {
  return { code, reason } as NonNullable<FileCard['refusal']>
}

function inverse(ids: ReadonlyMap<string, number>): Map<number, string> {
  return new Map([...ids].map(([name, id]) => [id, name]))
}

function assigneesOf(cards: readonly FileCard[]): string[] {
  return cards.flatMap(({ assignee }) => (assignee === undefined ? [] : [assignee]))
}
