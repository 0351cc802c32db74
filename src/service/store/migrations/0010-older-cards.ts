import type { Kysely, Migration } from 'kysely'

/** After how many days without a commit the cards of a column may be folded away. */
export const olderCardsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('stages').addColumn('hide_after_days', 'integer').execute()
  },
}
