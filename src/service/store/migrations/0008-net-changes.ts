import type { Kysely, Migration } from 'kysely'

/** What the branches of cards change: the next sync reads it from the repository. */
export const netChangesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('branches').addColumn('net_change', 'text').execute()
    await db.schema.alterTable('branches').dropColumn('had_commits').execute()
    await db.schema.alterTable('branches').dropColumn('base').execute()
  },
}
