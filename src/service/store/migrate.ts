import { type Kysely, type Migration, Migrator } from 'kysely'
import { messages } from '../messages.ts'
import { initialMigration } from './migrations/0001-initial.ts'
import type { Tables } from './tables.ts'

/** In order of their names. Only portable SQL, so that PostgreSQL stays possible. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-initial': initialMigration,
}

/**
 * Migrates the store to the latest version. Throws when a newer version of the program wrote the
 * store.
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const provider = { getMigrations: async () => MIGRATIONS }
  const migrator = new Migrator({ db, provider })
  const applied = (await migrator.getMigrations()).filter((migration) => migration.executedAt)
  await rejectNewerStore(db, applied.length)
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/**
 * The migrator ignores unknown entries in its own table until it runs, so they are counted here.
 */
async function rejectNewerStore(db: Kysely<Tables>, knownCount: number): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return
  const rows = await db.selectFrom('kysely_migration').select('name').execute()
  const unknown = rows.map((row) => row.name).filter((name) => !(name in MIGRATIONS))
  if (rows.length > knownCount) throw new Error(messages.startup.schemaTooNew(unknown))
}
