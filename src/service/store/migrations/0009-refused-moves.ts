import type { Kysely, Migration } from 'kysely'

/**
 * Whose move was refused, and when it was tried again. Which process publishes a promotion. And the
 * addresses of people, for the commits that they make.
 */
export const refusedMovesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('branches').addColumn('refusal', 'text').execute()
    await db.schema.alterTable('credentials').addColumn('email', 'text').execute()
    await db.schema.alterTable('ref_updates').addColumn('process', 'text').execute()
    await db.schema.alterTable('ref_updates').addColumn('recorded_at', 'text').execute()
  },
}
