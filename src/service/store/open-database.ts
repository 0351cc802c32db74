import { randomUUID } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { messages } from '../messages/messages.ts'
import { DataDirectoryError, openDataDirectory } from './data-directory.ts'
import { migrate } from './migrate.ts'
import { preparedPool } from './prepared-pool.ts'
import { openSqlite, sqliteDialect } from './sqlite-dialect.ts'
import { StoreChanges } from './store-changes.ts'
import type { Tables } from './tables.ts'

export interface Database {
  dialect: 'sqlite' | 'postgres'
  /** Changes with a restored backup. */
  storeId: string
  /** Whether this start has created it. */
  isNew: boolean
  /** For writes. */
  db: Kysely<Tables>
  /** For loads: they never wait for a write. */
  reader: Kysely<Tables>
  /** By this process. */
  changes: StoreChanges
  close: () => Promise<void>
}

interface DirectoryLocation {
  type: 'directory'
  path: string
  /** For a server: no second one can use the directory. */
  exclusive: boolean
  /** The file is a backup that was just put there. */
  isRestored?: boolean
}

/** Where a store is: a data directory with a SQLite file, or the URL of a PostgreSQL database. */
export type StoreLocation = DirectoryLocation | { type: 'postgres'; url: string }

/** Opens and migrates a store, and creates it if it doesn't exist. */
export function openDatabase(location: StoreLocation): Promise<Database> {
  return location.type === 'postgres' ? openPostgres(location.url) : openDirectory(location)
}

/** For tests. `prepare` creates the tables. */
export async function openMemoryDatabase(
  prepare: (db: Kysely<Tables>) => Promise<void> = migrate,
): Promise<Database> {
  const db = new Kysely<Tables>({ dialect: sqliteDialect(openSqlite({ file: ':memory:' })) })
  await prepare(db)
  const storeId = await identifyStore(db, undefined)
  const close = () => db.destroy()
  const changes = new StoreChanges()
  return { dialect: 'sqlite', storeId, isNew: true, db, reader: db, changes, close }
}

async function openDirectory(location: DirectoryLocation): Promise<Database> {
  const directory = openDataDirectory(location.path, location)
  const file = directory.databaseFile
  const sqlite = openForWriting(file)
  const db = new Kysely<Tables>({ dialect: sqliteDialect(sqlite) })
  try {
    await rejectForeignFile(db, file)
    await migrate(db, () => backUpBeforeMigration(db, file))
    if (location.isRestored) await giveNewId(db)
    const storeId = await identifyStore(db, directory.storeId)
    if (directory.storeId === undefined) directory.writeMarker(storeId)
    const reader = new Kysely<Tables>({
      dialect: sqliteDialect(openSqlite({ file, isReadOnly: true }), { isReadOnly: true }),
    })
    const close = async () => {
      await reader.destroy()
      await db.destroy()
      directory.release()
    }
    const isNew = directory.storeId === undefined
    const changes = new StoreChanges()
    return { dialect: 'sqlite', storeId, isNew, db, reader, changes, close }
  } catch (error) {
    await db.destroy()
    directory.release()
    throw error
  }
}

function openForWriting(file: string) {
  try {
    return openSqlite({ file })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new DataDirectoryError(messages.usage.databaseUnreadable(file, reason), { cause })
  }
}

/** A file that another program has made is left alone. */
async function rejectForeignFile(db: Kysely<Tables>, file: string): Promise<void> {
  const tables = await db.introspection.getTables()
  const names = new Set(tables.map((table) => table.name))
  if (names.size > 0 && !names.has('boards')) {
    throw new DataDirectoryError(messages.usage.databaseForeign(file))
  }
}

async function backUpBeforeMigration(db: Kysely<Tables>, file: string): Promise<void> {
  const time = new Date().toISOString().replace(/[:.]/g, '-')
  const backup = join(dirname(file), `board-before-upgrade-${time}.db`)
  await copyDatabase(db, backup)
}

/** Writes a whole copy of a SQLite store, which only its owner can read from the first byte on. */
export async function copyDatabase(db: Kysely<Tables>, file: string): Promise<void> {
  // SQLite writes into an empty file that exists, and keeps its mode.
  closeSync(openSync(file, 'wx', 0o600))
  await sql`vacuum into ${file}`.execute(db)
}

/** Versions with the old id must not match those of the restored store. */
async function giveNewId(db: Kysely<Tables>): Promise<void> {
  await db.updateTable('store').set({ id: randomUUID() }).execute()
}

/** Returns the id of the store. */
async function identifyStore(db: Kysely<Tables>, expected: string | undefined): Promise<string> {
  const { id } = await db.selectFrom('store').select('id').executeTakeFirstOrThrow()
  if (expected !== undefined && id !== expected) {
    throw new DataDirectoryError(messages.usage.databaseMismatch)
  }
  return id
}

const POOL_SIZE = 10
const CONNECT_TIMEOUT_MS = 5_000
/** A write waits this long for a lock, and a query runs this long. */
const SESSION_SETTINGS = '-c lock_timeout=2s -c statement_timeout=15s'

async function openPostgres(url: string): Promise<Database> {
  // Counts and sums arrive as text otherwise. They never exceed what a number can hold.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    options: SESSION_SETTINGS,
  })
  // A lost idle connection is replaced; the next query reports an error if that fails.
  pool.on('error', () => {})
  // The query that loses its connection gets the error itself.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparedPool(pool) }) })
  try {
    await migrate(db)
    const storeId = await identifyStore(db, undefined)
    const close = () => db.destroy()
    const changes = new StoreChanges()
    return { dialect: 'postgres', storeId, isNew: false, db, reader: db, changes, close }
  } catch (error) {
    await db.destroy()
    throw error
  }
}
