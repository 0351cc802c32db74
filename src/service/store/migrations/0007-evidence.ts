import type { Kysely, Migration } from 'kysely'

/**
 * What the cards of a repository are made of, what their next move would do, and locked columns.
 */
export const evidenceMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('branches').addColumn('evidence', 'text').execute()
    await db.schema.alterTable('branches').addColumn('preview', 'text').execute()
    await db.schema.alterTable('stages').addColumn('tag', 'text').execute()
    await db.schema.alterTable('stages').addColumn('locked_reason', 'text').execute()
    await db.schema.alterTable('repositories').addColumn('web', 'text').execute()
  },
}
