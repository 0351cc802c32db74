import type { Migration } from 'kysely'

/**
 * Tables of the first version. Stores from before the migrator already have them, so each is
 * created only if missing.
 */
export const initialMigration: Migration = {
  async up({ schema }) {
    await schema
      .createTable('boards')
      .ifNotExists()
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('organization_id', 'integer', (column) => column.notNull())
      .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('next_number', 'integer', (column) => column.notNull())
      .execute()
    await schema
      .createTable('projects')
      .ifNotExists()
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('board_id', 'integer', (column) => column.notNull().references('boards.id'))
      .execute()
    await schema
      .createTable('stages')
      .ifNotExists()
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('board_id', 'integer', (column) => column.notNull().references('boards.id'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('min_role', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .execute()
    await schema
      .createTable('cards')
      .ifNotExists()
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('board_id', 'integer', (column) => column.notNull().references('boards.id'))
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('project_id', 'integer', (column) => column.notNull().references('projects.id'))
      .addColumn('stage_id', 'integer', (column) => column.notNull().references('stages.id'))
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('priority', 'text', (column) => column.notNull())
      .addColumn('assignee_id', 'integer')
      .addColumn('assignee_name', 'text')
      .addColumn('blocked_reason', 'text')
      .addColumn('blocked_code', 'text')
      .addColumn('blocked_at', 'text')
      .addUniqueConstraint('cards_number', ['board_id', 'number'])
      .execute()
    await schema
      .createIndex('cards_by_place')
      .ifNotExists()
      .on('cards')
      .columns(['board_id', 'stage_id', 'position'])
      .execute()
    await schema
      .createTable('labels')
      .ifNotExists()
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('board_id', 'integer', (column) => column.notNull().references('boards.id'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull())
      .addColumn('color', 'text', (column) => column.notNull())
      .addUniqueConstraint('labels_name', ['board_id', 'name_key'])
      .execute()
    await schema
      .createTable('card_labels')
      .ifNotExists()
      .addColumn('card_id', 'integer', (column) => column.notNull().references('cards.id'))
      .addColumn('label_id', 'integer', (column) =>
        column.notNull().references('labels.id').onDelete('cascade'),
      )
      .addColumn('position', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('card_labels_key', ['card_id', 'label_id'])
      .execute()
    await schema
      .createIndex('card_labels_by_label')
      .ifNotExists()
      .on('card_labels')
      .column('label_id')
      .execute()
    await schema
      .createTable('gate_facts')
      .ifNotExists()
      .addColumn('card_id', 'integer', (column) => column.primaryKey().references('cards.id'))
      .addColumn('code', 'text', (column) => column.notNull())
      .addColumn('words', 'text', (column) => column.notNull())
      .execute()
    await schema
      .createTable('credentials')
      .ifNotExists()
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('client_id', 'varchar(64)', (column) => column.notNull().unique())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('scopes', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute()
    await schema
      .createTable('credential_boards')
      .ifNotExists()
      .addColumn('credential_id', 'integer', (column) =>
        column.notNull().references('credentials.id'),
      )
      .addColumn('board_id', 'integer', (column) => column.notNull().references('boards.id'))
      .addColumn('role', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('credential_boards_key', ['credential_id', 'board_id'])
      .execute()
    await schema
      .createTable('secrets')
      .ifNotExists()
      .addColumn('hash', 'varchar(64)', (column) => column.primaryKey())
      .addColumn('credential_id', 'integer', (column) =>
        column.notNull().references('credentials.id'),
      )
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('retired_at', 'text')
      .execute()
  },
}
