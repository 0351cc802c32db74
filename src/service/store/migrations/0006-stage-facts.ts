import type { Kysely, Migration } from 'kysely'

/**
 * What the stages of a repository have of a card besides plain ancestry, and where its branch
 * began.
 */
export const stageFactsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('branches').addColumn('stage_facts', 'text').execute()
    await db.schema.alterTable('branches').addColumn('base', 'text').execute()
  },
}
