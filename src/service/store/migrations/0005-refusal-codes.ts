import { type Kysely, type Migration, PostgresAdapter } from 'kysely'
import { remakeTables } from './remake-tables.ts'

const CODES = `('conflicts', 'checks_red', 'nothing_to_merge', 'remote_refused')`

const CHECKED = [
  { table: 'cards', column: 'blocked_code' },
  { table: 'gate_facts', column: 'code' },
] as const

/**
 * The program alone knows the codes of refusals. A list of them in the store was a second one: a
 * new code failed only when the gate had already decided.
 */
export const refusalCodesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
    await (isPostgres ? dropOnPostgres(db) : dropOnSqlite(db))
  },
}

async function dropOnPostgres(db: Kysely<unknown>): Promise<void> {
  for (const { table, column } of CHECKED) {
    await db.schema.alterTable(table).dropConstraint(`${table}_${column}_check`).execute()
  }
}

async function dropOnSqlite(db: Kysely<unknown>): Promise<void> {
  const checks = CHECKED.map(({ column }) => ` check (${column} in ${CODES})`)
  const withoutChecks = (definition: string) =>
    checks.reduce((text, check) => text.replace(check, ''), definition)
  await remakeTables(db, CARDS_AND_CHILDREN, withoutChecks)
}

/** Parents first. */
const CARDS_AND_CHILDREN = [
  'cards',
  'card_labels',
  'gate_facts',
  'move_intents',
  'branches',
  'ref_updates',
]
