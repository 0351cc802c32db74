import { sql } from 'kysely'
import { createBoardService } from '#service/api/app.ts'
import { createBoard } from '#service/boards/change-board.ts'
import { createScriptedGate } from '#service/gate/scripted-gate.ts'
import { BoardStore } from '#service/store/board-store.ts'
import { CredentialStore } from '#service/store/credential-store.ts'
import { openTestDatabase } from './test-database.ts'

const CREATED = { created_at: '2026-01-05T09:00:00.000Z', created_by: 'operator' }
const UNBLOCKED = { blocked_reason: null, blocked_code: null, blocked_at: null }

/**
 * Our service on a minimal board: three columns (1, 2, 3), and three cards (#1 to #3) in the first
 * one.
 */
export async function createSmallService() {
  const database = await openTestDatabase()
  const { db, close } = database
  const context = { actor: 'operator', now: new Date() }
  await createBoard(database, context, { name: 'Small', columns: [], projects: ['Small'] })
  const stages = [1, 2, 3].map((id) => ({
    id,
    board_id: 1,
    name: `S${id}`,
    min_role: 'member',
    position: id,
  }))
  await db.insertInto('stages').values(stages).execute()
  const cards = [1, 2, 3].map((id) => ({
    id,
    board_id: 1,
    number: id,
    title: `C${id}`,
    project_id: 1,
    stage_id: 1,
    position: id,
    priority: 'low',
    assignee_id: null,
    assignee_name: null,
    ...UNBLOCKED,
    ...CREATED,
  }))
  await db.insertInto('cards').values(cards).execute()
  const credentials = new CredentialStore(database)
  const newCredential = {
    name: 'Small',
    scopes: ['read', 'write'],
    roles: [{ boardId: 1, role: 'member' }],
  }
  const { secret, clientId } = await credentials.create(newCredential, context)
  const service = createBoardService({
    store: new BoardStore(database),
    credentials,
    gate: createScriptedGate(db),
  })
  return {
    service,
    secret,
    clientId,
    database,
    close,
    /** Replaces the labels of the board. No card has any of them. */
    resetLabels: async (ids: readonly string[]) => {
      await db.deleteFrom('card_labels').execute()
      await db.deleteFrom('labels').execute()
      const rows = ids.map((id) => ({
        id: Number(id),
        board_id: 1,
        name: `L${id}`,
        name_key: `l${id}`,
        color: 'red',
        ...CREATED,
      }))
      await db.insertInto('labels').values(rows).execute()
    },
    /**
     * Moves every card to the first column. The gate refuses promotions of card `refused`, or none
     * if it is null.
     */
    reset: async (refused: number | null) => {
      await db.deleteFrom('gate_facts').execute()
      if (refused !== null) {
        const fact = { card_id: refused, code: 'conflicts', reason: 'conflicts' }
        await db.insertInto('gate_facts').values(fact).execute()
      }
      const first = { stage_id: 1, position: sql<number>`id`, ...UNBLOCKED }
      await db.updateTable('cards').set(first).execute()
      await db
        .updateTable('boards')
        .set((eb) => ({ revision: eb('revision', '+', 1) }))
        .execute()
    },
  }
}
