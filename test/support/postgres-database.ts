import { randomUUID } from 'node:crypto'
import pg from 'pg'

export interface PostgresDatabase {
  name: string
  url: string
  drop: () => Promise<void>
}

/** A new database: empty, or a copy of another one, to which nobody may be connected. */
export async function createPostgresDatabase(template?: string): Promise<PostgresDatabase> {
  const base = process.env.TEST_DATABASE_URL
  if (!base) throw new Error('Set TEST_DATABASE_URL to the URL of a PostgreSQL database.')
  const name = `board_test_${randomUUID().replaceAll('-', '')}`
  const source = template ? `template ${template}` : ''
  await query(base, `create database ${name} ${source}`)
  const url = new URL(base)
  url.pathname = `/${name}`
  // Limits of requests count by the minute of the server's clock, which must not end in a test.
  const define = template ? '' : CLOCK
  await query(url.href, `${define} alter database ${name} set search_path = public, pg_catalog`)
  return { name, url: url.href, drop: () => query(base, `drop database ${name} with (force)`) }
}

const CLOCK = `create function public.now() returns timestamptz language sql stable
  as $$ select timestamptz '2026-01-05 09:00:15Z' $$;`

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}
