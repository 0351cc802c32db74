import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

const TABLES = ['boards', 'projects', 'stages', 'cards', 'labels', 'credentials'] as const

/**
 * After rows were inserted with their ids: the next id follows the highest one. SQLite does this by
 * itself, PostgreSQL does not.
 */
export async function continueIds(db: Kysely<Tables>): Promise<void> {
  for (const table of TABLES) {
    const highest = sql`(select coalesce(max(id), 0) + 1 from ${sql.table(table)})`
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${highest}, false)`.execute(db)
  }
}
