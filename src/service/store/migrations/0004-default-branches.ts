import type { Kysely, Migration } from 'kysely'

/** The branch that .board.json is read from, so that a later start doesn't choose another. */
export const defaultBranchesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('repositories').addColumn('default_branch', 'text').execute()
  },
}
