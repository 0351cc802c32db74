import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** One step of the schema; its place in the list is its version. Portable SQL only: SQLite today, PostgreSQL too. */
type Migration = (db: Kysely<Tables>) => Promise<void>

const MIGRATIONS: readonly Migration[] = [first]

/** The schema version this program writes. */
export const SCHEMA_VERSION = MIGRATIONS.length

/** Brings the store to SCHEMA_VERSION. Throws when the store was written by a newer program. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('meta')
    .ifNotExists()
    .addColumn('key', 'varchar(64)', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
  const row = await db.selectFrom('meta').select('value').where('key', '=', 'schema').executeTakeFirst()
  const version = Number(row?.value ?? 0)
  if (version > SCHEMA_VERSION) {
    throw new Error(
      `The store has schema ${version}, this program knows ${SCHEMA_VERSION}. Start a newer version, or use another --data directory.`,
    )
  }
  for (const [index, step] of MIGRATIONS.entries()) {
    if (index < version) continue
    await db.transaction().execute(async (tx) => {
      await step(tx)
      await tx.deleteFrom('meta').where('key', '=', 'schema').execute()
      await tx
        .insertInto('meta')
        .values({ key: 'schema', value: String(index + 1) })
        .execute()
    })
  }
}

async function first(db: Kysely<Tables>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('boards')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('organization_id', 'integer', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('next_number', 'integer', (column) => column.notNull())
    .execute()
  await schema
    .createTable('projects')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('board_id', 'integer', (column) => column.notNull().references('boards.id'))
    .execute()
  await schema
    .createTable('stages')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('board_id', 'integer', (column) => column.notNull().references('boards.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('min_role', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .execute()
  await schema
    .createTable('cards')
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
  await schema.createIndex('cards_by_place').on('cards').columns(['board_id', 'stage_id', 'position']).execute()
  await schema
    .createTable('labels')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('board_id', 'integer', (column) => column.notNull().references('boards.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', 'text', (column) => column.notNull())
    .addColumn('color', 'text', (column) => column.notNull())
    .addUniqueConstraint('labels_name', ['board_id', 'name_key'])
    .execute()
  await schema
    .createTable('card_labels')
    .addColumn('card_id', 'integer', (column) => column.notNull().references('cards.id'))
    .addColumn('label_id', 'integer', (column) => column.notNull().references('labels.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('card_labels_key', ['card_id', 'label_id'])
    .execute()
  await schema.createIndex('card_labels_by_label').on('card_labels').column('label_id').execute()
  await schema
    .createTable('gate_facts')
    .addColumn('card_id', 'integer', (column) => column.primaryKey().references('cards.id'))
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('words', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createTable('credentials')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('client_id', 'varchar(64)', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createTable('credential_boards')
    .addColumn('credential_id', 'integer', (column) => column.notNull().references('credentials.id'))
    .addColumn('board_id', 'integer', (column) => column.notNull().references('boards.id'))
    .addColumn('role', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('credential_boards_key', ['credential_id', 'board_id'])
    .execute()
  await schema
    .createTable('secrets')
    .addColumn('hash', 'varchar(64)', (column) => column.primaryKey())
    .addColumn('credential_id', 'integer', (column) => column.notNull().references('credentials.id'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('retired_at', 'text')
    .execute()
}
