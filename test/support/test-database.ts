import { inject } from 'vitest'
import { type Database, openDatabase, openMemoryDatabase } from '#service/store/open-database.ts'
import { createPostgresDatabase } from './postgres-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** "postgres" for the suites that run once more on PostgreSQL. */
    store?: 'postgres'
  }
}

/** A new empty store: in memory, or a database of its own in the PostgreSQL of TEST_DATABASE_URL. */
export async function openTestDatabase(): Promise<Database> {
  return inject('store') === 'postgres' ? openPostgresDatabase() : openMemoryDatabase()
}

async function openPostgresDatabase(): Promise<Database> {
  const { url, drop } = await createPostgresDatabase()
  const database = await openDatabase({ type: 'postgres', url })
  const close = async () => {
    await database.close()
    await drop()
  }
  return { ...database, close }
}
