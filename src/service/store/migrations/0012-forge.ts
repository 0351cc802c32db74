import type { Kysely, Migration } from 'kysely'

/** What a forge says of the branches of cards, and of their newest commits. */
export const forgeMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('branches').addColumn('pull', 'text').execute()
    await db.schema
      .createTable('commit_results')
      .addColumn('board_id', 'integer', (column) =>
        column.notNull().references('boards.id').onDelete('cascade'),
      )
      .addColumn('commit_id', 'text', (column) => column.notNull())
      .addColumn('results', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('commit_results_pk', ['board_id', 'commit_id'])
      .execute()
  },
}
