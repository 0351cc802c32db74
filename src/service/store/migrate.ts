import { type Kysely, type Migration, Migrator, PostgresAdapter, sql } from 'kysely'
import { messages } from '../messages/messages.ts'
import { initialMigration } from './migrations/0001-initial.ts'
import { constraintsMigration } from './migrations/0002-constraints.ts'
import { repositoriesMigration } from './migrations/0003-repositories.ts'
import { defaultBranchesMigration } from './migrations/0004-default-branches.ts'
import { refusalCodesMigration } from './migrations/0005-refusal-codes.ts'
import { stageFactsMigration } from './migrations/0006-stage-facts.ts'
import { evidenceMigration } from './migrations/0007-evidence.ts'
import { netChangesMigration } from './migrations/0008-net-changes.ts'
import { refusedMovesMigration } from './migrations/0009-refused-moves.ts'
import { olderCardsMigration } from './migrations/0010-older-cards.ts'
import { activityMigration } from './migrations/0011-activity.ts'
import { forgeMigration } from './migrations/0012-forge.ts'
import type { Tables } from './tables.ts'

/** In order of their names. Each runs on SQLite and on PostgreSQL. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-initial': initialMigration,
  '0002-constraints': constraintsMigration,
  '0003-repositories': repositoriesMigration,
  '0004-default-branches': defaultBranchesMigration,
  '0005-refusal-codes': refusalCodesMigration,
  '0006-stage-facts': stageFactsMigration,
  '0007-evidence': evidenceMigration,
  '0008-net-changes': netChangesMigration,
  '0009-refused-moves': refusedMovesMigration,
  '0010-older-cards': olderCardsMigration,
  '0011-activity': activityMigration,
  '0012-forge': forgeMigration,
}

/**
 * Migrates the store to the latest version. `backUp` is called before a store that already has
 * tables is changed. Throws when a newer version of the program wrote the store.
 */
export async function migrate(db: Kysely<Tables>, backUp?: () => Promise<void>): Promise<void> {
  const applied = await appliedMigrations(db)
  const unknown = applied.filter((name) => !(name in MIGRATIONS))
  if (unknown.length > 0) throw new Error(messages.startup.schemaTooNew(unknown))
  const isUpToDate = Object.keys(MIGRATIONS).every((name) => applied.includes(name))
  // A full disk must not stop a store that needs no migration.
  if (isUpToDate) return
  if (await hasTable(db, 'boards')) await backUp?.()
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => MIGRATIONS },
    ...(await ownSchema(db)),
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  if (!(await hasTable(db, 'kysely_migration'))) return []
  const rows = await db.selectFrom('kysely_migration').select('name').execute()
  return rows.map((row) => row.name)
}

/** Without it, the migrator takes its tables in another PostgreSQL schema for those of this one. */
async function ownSchema(db: Kysely<Tables>): Promise<{ migrationTableSchema?: string }> {
  if (!isPostgres(db)) return {}
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return rows[0] ? { migrationTableSchema: rows[0].name } : {}
}

/** In this store: a PostgreSQL database can have tables with this name in other schemas. */
async function hasTable(db: Kysely<Tables>, name: string): Promise<boolean> {
  const { rows } = isPostgres(db)
    ? await sql`select 1 where to_regclass(${name}) is not null`.execute(db)
    : await sql`select 1 from sqlite_master where type = 'table' and name = ${name}`.execute(db)
  return rows.length > 0
}

function isPostgres(db: Kysely<Tables>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
