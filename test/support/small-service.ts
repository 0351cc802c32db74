import { createBoardService } from '#service/api/app.ts'
import { createScriptedGate } from '#service/gate/scripted-gate.ts'
import { BoardStore } from '#service/store/board-store.ts'
import { CredentialStore } from '#service/store/credential-store.ts'
import { openMemoryDatabase } from '#service/store/open-database.ts'

/**
 * Our service on a minimal board: three columns (1, 2, 3), and three cards (#1 to #3) in the first
 * one.
 */
export async function createSmallService() {
  const { db, close } = await openMemoryDatabase()
  await db.insertInto('boards').values({ id: 1, organization_id: 1, next_number: 4 }).execute()
  await db.insertInto('projects').values({ id: 1, board_id: 1 }).execute()
  const stages = [1, 2, 3].map((id) => ({
    id,
    board_id: 1,
    name: `S${id}`,
    min_role: 'member',
    position: id,
  }))
  await db.insertInto('stages').values(stages).execute()
  const empty = {
    assignee_id: null,
    assignee_name: null,
    blocked_reason: null,
    blocked_code: null,
    blocked_at: null,
  }
  const cards = [1, 2, 3].map((id) => ({
    id,
    board_id: 1,
    number: id,
    title: `C${id}`,
    project_id: 1,
    stage_id: 1,
    position: id,
    priority: 'low',
    ...empty,
  }))
  await db.insertInto('cards').values(cards).execute()
  const credentials = new CredentialStore(db)
  const newCredential = {
    name: 'Small',
    scopes: ['read', 'write'],
    roles: [{ boardId: 1, role: 'member' }],
    now: new Date(),
  }
  const { secret, clientId } = await credentials.create(newCredential)
  const service = createBoardService({
    store: new BoardStore(db),
    credentials,
    gate: createScriptedGate(db),
    limits: { writesPerMinute: Number.POSITIVE_INFINITY },
  })
  return {
    service,
    secret,
    clientId,
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
      }))
      await db.insertInto('labels').values(rows).execute()
    },
    /**
     * Moves every card to the first column. The gate refuses promotions of card `refused`, or none
     * if it is null.
     */
    reset: async (refused: number | null) => {
      await db.deleteFrom('gate_facts').execute()
      if (refused !== null)
        await db
          .insertInto('gate_facts')
          .values({ card_id: refused, code: 'conflicts', words: 'conflicts' })
          .execute()
      for (const id of [1, 2, 3]) {
        await db
          .updateTable('cards')
          .set({
            stage_id: 1,
            position: id,
            blocked_reason: null,
            blocked_code: null,
            blocked_at: null,
          })
          .where('id', '=', id)
          .execute()
      }
      await db
        .updateTable('boards')
        .set((eb) => ({ revision: eb('revision', '+', 1) }))
        .execute()
    },
  }
}
