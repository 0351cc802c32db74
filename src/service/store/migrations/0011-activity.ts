import type { Kysely, Migration } from 'kysely'

/** What a line of the audit is about, for those who read it on the board. */
export const activityMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('audit').addColumn('project_id', 'integer').execute()
    await db.schema.alterTable('audit').addColumn('facts', 'text').execute()
  },
}
