import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase, openMemoryDatabase } from '#service/store/open-database.ts'

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

/** The URL of a new empty database, and a function that drops it. */
export async function createPostgresDatabase(): Promise<{
  url: string
  drop: () => Promise<void>
}> {
  const base = process.env.TEST_DATABASE_URL
  if (!base) throw new Error('Set TEST_DATABASE_URL to the URL of a PostgreSQL database.')
  const name = `board_test_${randomUUID().replaceAll('-', '')}`
  await query(base, `create database ${name}`)
  const url = new URL(base)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => query(base, `drop database ${name} with (force)`) }
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

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}
