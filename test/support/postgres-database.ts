import { randomUUID } from 'node:crypto'
import pg from 'pg'

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
  // Limits of requests count by the minute of the server's clock, which must not end in a test.
  await query(
    url.href,
    `create function public.now() returns timestamptz language sql stable
       as $$ select timestamptz '2026-01-05 09:00:15Z' $$;
     alter database ${name} set search_path = public, pg_catalog`,
  )
  return { url: url.href, drop: () => query(base, `drop database ${name} with (force)`) }
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}
