import { randomUUID } from 'node:crypto'
import { type Kysely, type Migration, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import {
  createBoardTables,
  createCredentialTables,
  createRecordTables,
  PRIORITY_LIST,
  REFUSALS,
  ROLES,
  TableMaker,
} from './table-maker.ts'

/** Children first. */
const OLD_TABLES = [
  'secrets',
  'credential_boards',
  'credentials',
  'gate_facts',
  'card_labels',
  'labels',
  'cards',
  'stages',
  'projects',
  'boards',
] as const

/** For rows from before the store recorded it. */
const UNKNOWN_TIME = '1970-01-01T00:00:00.000Z'
const UNKNOWN_ACTOR = 'unknown'

/**
 * Creates every table again with strict types and constraints, ids that are never used again, who
 * created a row and when, records of promotions and changes, and copies the old rows. Values that
 * the service never wrote, and that the new constraints reject, become the nearest valid one.
 */
export const constraintsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
    await db.schema.dropIndex('cards_by_place').execute()
    await db.schema.dropIndex('card_labels_by_label').execute()
    for (const name of [...OLD_TABLES].reverse()) {
      await db.schema.alterTable(name).renameTo(`old_${name}`).execute()
    }
    const tables = new TableMaker(db, isPostgres)
    await createBoardTables(tables)
    await createCredentialTables(tables)
    await createRecordTables(tables)
    await sql`insert into store (id, created_at) values (${randomUUID()}, ${new Date().toISOString()})`.execute(
      db,
    )
    await copyBoards(db)
    await copyCredentials(db)
    for (const name of OLD_TABLES) await db.schema.dropTable(`old_${name}`).execute()
    await db.schema.dropTable('meta').ifExists().execute()
    if (isPostgres) await continueIds(db)
  },
}

async function copyBoards(db: Kysely<unknown>): Promise<void> {
  const [time, actor] = [sql.lit(UNKNOWN_TIME), sql.lit(UNKNOWN_ACTOR)]
  await run(
    db,
    sql`insert into boards (id, organization_id, name, revision, next_number, created_at, created_by)
      select id, organization_id, 'Board ' || id, revision, next_number, ${time}, ${actor} from old_boards`,
    sql`insert into projects (id, board_id, name, created_at)
      select id, board_id, 'Project ' || id, ${time} from old_projects`,
    sql`insert into stages (id, board_id, name, min_role, position)
      select id, board_id, name, case when min_role in ${ROLES} then min_role else 'owner' end, position from old_stages`,
    sql`insert into cards (id, board_id, number, title, project_id, stage_id, position, priority,
        assignee_id, assignee_name, blocked_reason, blocked_code, blocked_at, created_at, created_by)
      select id, board_id, number, title, project_id, stage_id, position,
        case when priority in ${PRIORITY_LIST} then priority else 'medium' end,
        assignee_id, assignee_name,
        case when blocked_at is not null and blocked_code in ${REFUSALS} then blocked_reason end,
        case when blocked_at is not null and blocked_code in ${REFUSALS} and blocked_reason is not null then blocked_code end,
        case when blocked_code in ${REFUSALS} and blocked_reason is not null then blocked_at end,
        ${time}, ${actor} from old_cards`,
    sql`insert into labels (id, board_id, name, name_key, color, created_at, created_by)
      select id, board_id, name, name_key, color, ${time}, ${actor} from old_labels`,
    sql`insert into card_labels select card_id, label_id, position from old_card_labels`,
    sql`insert into gate_facts (card_id, code, reason)
      select card_id, code, words from old_gate_facts where code in ${REFUSALS}`,
  )
}

async function copyCredentials(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    sql`insert into credentials (id, client_id, name, scopes, created_at, created_by)
      select id, client_id, name, scopes, created_at, 'operator' from old_credentials`,
    sql`insert into credential_boards (credential_id, board_id, role)
      select credential_id, board_id, role from old_credential_boards where role in ${ROLES}`,
    sql`insert into secrets (hash, credential_id, created_at, retired_at)
      select hash, credential_id, created_at, retired_at from old_secrets order by created_at`,
  )
}

async function run(db: Kysely<unknown>, ...statements: RawBuilder<unknown>[]): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

/** Rows were inserted with their ids, so the sequences don't know them. */
async function continueIds(db: Kysely<unknown>): Promise<void> {
  for (const table of ['boards', 'projects', 'stages', 'cards', 'labels', 'credentials']) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select coalesce(max(id), 0) + 1 from ${sql.table(table)}), false)`.execute(
      db,
    )
  }
}
