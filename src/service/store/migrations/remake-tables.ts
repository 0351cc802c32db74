import { type Kysely, sql } from 'kysely'

/**
 * SQLite can't change a constraint: the tables are made again from their definitions, with their
 * rows and indexes. `names` has the tables, parents first, and every table that refers to one of
 * them.
 */
export async function remakeTables(
  db: Kysely<unknown>,
  names: readonly string[],
  change: (definition: string) => string,
): Promise<void> {
  const tables = await definitionsOf(db, 'table', names)
  const indexes = await definitionsOf(db, 'index', names)
  for (const { name } of indexes) await db.schema.dropIndex(name).execute()
  for (const name of names) await db.schema.alterTable(name).renameTo(oldName(name)).execute()
  for (const name of names) {
    const definition = tables.find((table) => table.name === name)?.definition ?? ''
    await sql.raw(change(definition)).execute(db)
    await sql`insert into ${sql.table(name)} select * from ${sql.table(oldName(name))}`.execute(db)
    await continueSequence(db, name)
  }
  for (const name of [...names].reverse()) await db.schema.dropTable(oldName(name)).execute()
  for (const { definition } of indexes) await sql.raw(definition).execute(db)
}

function oldName(table: string): string {
  return `old_${table}`
}

/** Without those that SQLite makes itself. */
async function definitionsOf(
  db: Kysely<unknown>,
  type: 'table' | 'index',
  tables: readonly string[],
): Promise<{ name: string; definition: string }[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select name, sql as definition from sqlite_schema
    where type = ${type} and sql is not null and tbl_name in (${sql.join([...tables])})`.execute(db)
  return rows
}

/** An id that was ever given is never given again, also if its row is gone. */
async function continueSequence(db: Kysely<unknown>, table: string): Promise<void> {
  const [name, old] = [sql.lit(table), sql.lit(oldName(table))]
  await sql`delete from sqlite_sequence where name = ${name}
    and exists (select 1 from sqlite_sequence where name = ${old})`.execute(db)
  await sql`insert into sqlite_sequence (name, seq)
    select ${name}, seq from sqlite_sequence where name = ${old}`.execute(db)
}
