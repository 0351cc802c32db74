import { type Kysely, type Migration, Migrator } from 'kysely'
import { messages } from '../messages.ts'
import { initialMigration } from './migrations/0001-initial.ts'
import { constraintsMigration } from './migrations/0002-constraints.ts'
import type { Tables } from './tables.ts'

/** In order of their names. Each runs on SQLite and on PostgreSQL. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-initial': initialMigration,
  '0002-constraints': constraintsMigration,
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
  if (await hasBoards(db)) await backUp?.()
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return []
  const rows = await db.selectFrom('kysely_migration').select('name').execute()
  return rows.map((row) => row.name)
}

async function hasBoards(db: Kysely<Tables>): Promise<boolean> {
  const tables = await db.introspection.getTables()
  return tables.some((table) => table.name === 'boards')
}
