import { type Kysely, type Migration, PostgresAdapter, sql } from 'kysely'
import { PRIORITY_LIST, TableMaker } from './table-maker.ts'

const REFUSALS = sql`('conflicts', 'checks_red', 'nothing_to_merge', 'remote_refused')`

/** Tables for boards over a git repository, and the refusal that a remote gives. */
export const repositoriesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
    await (isPostgres ? allowRefusalOnPostgres(db) : allowRefusalOnSqlite(db))
    await db.schema.alterTable('stages').addColumn('branch', 'text').execute()
    await createTables(new TableMaker(db, isPostgres))
  },
}

async function createTables(tables: TableMaker): Promise<void> {
  await tables.create('repositories', (table) =>
    table
      .addColumn('board_id', 'integer', (column) =>
        column.primaryKey().references('boards.id').onDelete('cascade'),
      )
      .addColumn('source', 'text', (column) => column.notNull().unique())
      .addColumn('config', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull()),
  )
  await tables.create('branches', (table) =>
    table
      .addColumn('card_id', 'integer', (column) =>
        column.primaryKey().references('cards.id').onDelete('cascade'),
      )
      .addColumn('board_id', 'integer', (column) =>
        column.notNull().references('boards.id').onDelete('cascade'),
      )
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('head', 'text', (column) => column.notNull())
      .addColumn('had_commits', 'integer', (column) => column.notNull())
      .addColumn('missing_syncs', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('blocked_basis', 'text')
      .addUniqueConstraint('branches_board_name', ['board_id', 'name']),
  )
  await tables.create('ref_updates', (table) =>
    table
      .addColumn('intent_id', 'text', (column) =>
        column.notNull().references('move_intents.id').onDelete('cascade'),
      )
      .addColumn('ref', 'text', (column) => column.notNull())
      .addColumn('old_commit', 'text', (column) => column.notNull())
      .addColumn('new_commit', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('ref_updates_intent_ref', ['intent_id', 'ref']),
  )
}

async function allowRefusalOnPostgres(db: Kysely<unknown>): Promise<void> {
  const columns = [
    ['cards', 'blocked_code'],
    ['gate_facts', 'code'],
  ] as const
  for (const [table, column] of columns) {
    const name = `${table}_${column}_check`
    await db.schema.alterTable(table).dropConstraint(name).execute()
    await db.schema
      .alterTable(table)
      .addCheckConstraint(name, sql`${sql.ref(column)} in ${REFUSALS}`)
      .execute()
  }
}

/** SQLite can't change a constraint: the tables are made again, children with their parent. */
const REMADE = ['cards', 'card_labels', 'gate_facts', 'move_intents'] as const

async function allowRefusalOnSqlite(db: Kysely<unknown>): Promise<void> {
  const old = (table: string) => sql.table(`old_${table}`)
  for (const table of REMADE) {
    await db.schema.alterTable(table).renameTo(`old_${table}`).execute()
  }
  for (const index of ['cards_board_stage_position', 'card_labels_label', 'move_intents_created']) {
    await db.schema.dropIndex(index).execute()
  }
  await createCards(db)
  for (const table of REMADE) {
    await sql`insert into ${sql.table(table)} select * from ${old(table)}`.execute(db)
  }
  // An id that was ever given is never given again, also if its card is gone.
  await sql`update sqlite_sequence set seq = max(seq, coalesce(
    (select seq from sqlite_sequence where name = 'old_cards'), 0)) where name = 'cards'`.execute(
    db,
  )
  await sql`insert into sqlite_sequence (name, seq)
    select 'cards', seq from sqlite_sequence where name = 'old_cards'
    and not exists (select 1 from sqlite_sequence where name = 'cards')`.execute(db)
  for (const table of [...REMADE].reverse()) await db.schema.dropTable(`old_${table}`).execute()
}

async function createCards(db: Kysely<unknown>): Promise<void> {
  await sql`create table cards (
    id integer primary key autoincrement,
    board_id integer not null references boards(id) on delete cascade,
    number integer not null check (number > 0),
    title text not null,
    project_id integer not null references projects(id),
    stage_id integer not null references stages(id),
    position integer not null,
    priority text not null check (priority in ${PRIORITY_LIST}),
    assignee_id integer,
    assignee_name text,
    blocked_reason text,
    blocked_code text check (blocked_code in ${REFUSALS}),
    blocked_at text,
    created_at text not null,
    created_by text not null,
    constraint cards_board_number unique (board_id, number),
    constraint cards_blocked check ((blocked_reason is null) = (blocked_code is null)
      and (blocked_reason is null) = (blocked_at is null))
  ) strict`.execute(db)
  await sql`create table card_labels (
    card_id integer not null references cards(id) on delete cascade,
    label_id integer not null references labels(id) on delete cascade,
    position integer not null,
    constraint card_labels_card_label primary key (card_id, label_id)
  ) strict`.execute(db)
  await sql`create table gate_facts (
    card_id integer primary key references cards(id) on delete cascade,
    code text not null check (code in ${REFUSALS}),
    reason text not null
  ) strict`.execute(db)
  await sql`create table move_intents (
    id text primary key,
    board_id integer not null references boards(id) on delete cascade,
    card_id integer not null references cards(id) on delete cascade,
    from_stage_id integer not null,
    to_stage_id integer not null,
    actor text not null,
    state text not null check (state in ('pending', 'promoted', 'refused', 'abandoned')),
    created_at text not null
  ) strict`.execute(db)
  await sql`create index cards_board_stage_position on cards (board_id, stage_id, position)`.execute(
    db,
  )
  await sql`create index card_labels_label on card_labels (label_id)`.execute(db)
  await sql`create index move_intents_created on move_intents (created_at)`.execute(db)
}
