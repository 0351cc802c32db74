import type { Selectable } from 'kysely'
import { BoardStore } from '../store/board-store.ts'
import type { Database } from '../store/open-database.ts'
import type { Tables } from '../store/tables.ts'
import { changeBoard } from './change-board.ts'

export interface BoardSummary {
  id: number
  name: string
  projects: string[]
  columns: string[]
  cards: number
}

export async function listBoards(database: Database): Promise<BoardSummary[]> {
  const { reader } = database
  const boards = await reader.selectFrom('boards').select(['id', 'name']).orderBy('id').execute()
  const projects = await reader.selectFrom('projects').selectAll().orderBy('id').execute()
  const counts = await reader
    .selectFrom('cards')
    .select((eb) => ['board_id', eb.fn.countAll<number>().as('cards')])
    .groupBy('board_id')
    .execute()
  const store = new BoardStore(database)
  return Promise.all(
    boards.map(async ({ id, name }) => ({
      id,
      name,
      projects: projects.filter((row) => row.board_id === id).map((row) => row.name),
      columns: (await store.board(id).stages()).map((stage) => stage.name),
      cards: Number(counts.find((row) => row.board_id === id)?.cards ?? 0),
    })),
  )
}

/** Oldest first. Throws CommandError when there is no such board. */
export async function listAudit(
  database: Database,
  boardId: number,
): Promise<Selectable<Tables['audit']>[]> {
  return changeBoard(database, boardId, { actor: 'operator', now: new Date() }, async ({ tx }) =>
    tx.selectFrom('audit').selectAll().where('board_id', '=', boardId).orderBy('id').execute(),
  )
}
