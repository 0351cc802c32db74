import type { Kysely, Migration } from 'kysely'

/** Whose move was refused, and when it was tried again. */
export const refusedMovesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('branches').addColumn('refusal', 'text').execute()
  },
}
