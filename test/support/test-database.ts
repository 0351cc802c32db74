import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterAll, inject } from 'vitest'
import { type DemoKey, seedDemo } from '#service/demo/seed-demo.ts'
import {
  copyDatabase,
  type Database,
  openDatabase,
  openMemoryDatabase,
} from '#service/store/open-database.ts'
import type { Tables } from '#service/store/tables.ts'
import { createPostgresDatabase, type PostgresDatabase } from './postgres-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** "postgres" for the suites that run again on PostgreSQL. */
    store?: 'postgres'
  }
}

/** A new empty store: in memory, or a database of its own in the PostgreSQL of TEST_DATABASE_URL. */
export async function openTestDatabase(): Promise<Database> {
  return inject('store') === 'postgres' ? openPostgresDatabase() : openMemoryDatabase()
}

async function openPostgresDatabase(template?: string): Promise<Database> {
  const { url, drop } = await createPostgresDatabase(template)
  const database = await openDatabase({ type: 'postgres', url })
  const close = async () => {
    await database.close()
    await drop()
  }
  return { ...database, close }
}

const DEMO_TIME = new Date('2026-01-05T09:00:00Z')

/** The file of a store with the demo, and its keys. */
interface DemoFile {
  file: string
  keys: readonly DemoKey[]
}

let demoFile: Promise<DemoFile> | undefined

/** A new store with the demo: a copy of the first one of this file, which takes less time. */
export async function openDemoDatabase() {
  if (inject('store') === 'postgres') {
    postgresDemo ??= createPostgresDemo()
    const { name, keys } = await postgresDemo
    return { database: await openPostgresDatabase(name), keys }
  }
  demoFile ??= createDemoFile()
  const { file, keys } = await demoFile
  return { database: await openMemoryDatabase((db) => copyTables(db, file)), keys }
}

let postgresDemo: Promise<PostgresDatabase & { keys: readonly DemoKey[] }> | undefined

async function createPostgresDemo() {
  const made = await createPostgresDatabase()
  const database = await openDatabase({ type: 'postgres', url: made.url })
  const keys = await seedDemo(database, { now: DEMO_TIME })
  await database.close()
  return { ...made, keys }
}

afterAll(async () => (await postgresDemo)?.drop())

async function createDemoFile(): Promise<DemoFile> {
  const database = await openMemoryDatabase()
  const keys = await seedDemo(database, { now: DEMO_TIME })
  const file = join(mkdtempSync(join(tmpdir(), 'demo-')), 'demo.db')
  await copyDatabase(database.db, file)
  await database.close()
  return { file, keys }
}

/** Makes an empty store the same as the one in a file, with an id of its own. */
async function copyTables(db: Kysely<Tables>, file: string): Promise<void> {
  await sql`attach ${file} as source`.execute(db)
  await sql`pragma foreign_keys=off`.execute(db)
  const { rows } = await sql<{ type: string; name: string; sql: string }>`
    select type, name, sql from source.sqlite_master
    where sql is not null and name not like 'sqlite_%'`.execute(db)
  for (const { sql: statement } of rows) await sql.raw(statement).execute(db)
  const tables = rows.flatMap(({ type, name }) => (type === 'table' ? [name] : []))
  for (const name of [...tables, 'sqlite_sequence']) {
    // SQLite has begun to count the rows that are copied.
    if (name === 'sqlite_sequence') await sql`delete from main.sqlite_sequence`.execute(db)
    const table = (schema: string) => sql.table(`${schema}.${name}`)
    await sql`insert into ${table('main')} select * from ${table('source')}`.execute(db)
  }
  await sql`pragma foreign_keys=on`.execute(db)
  await sql`detach source`.execute(db)
  await db.updateTable('store').set({ id: randomUUID() }).execute()
}
