import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Runs a query with its values. */
type RunQuery<Values, Row> = (db: Kysely<Tables>, values: Values) => Promise<Row[]>

/** Stands for a value that each run gives. */
class Placeholder {
  constructor(readonly name: string) {}
}

/** Ends the SQL of each of these queries. */
export const FREQUENT = ' /* frequent */'

/**
 * For the queries of every request: building and compiling one takes longer than running it.
 * `build` is called once for each dialect, with placeholders for the values, so it can't look at
 * them.
 */
export function compileOnce<Values extends object, Row>(
  build: (db: Kysely<Tables>, values: Values) => Compilable<Row>,
): RunQuery<Values, Row> {
  const compiled = new Map<unknown, CompiledQuery<Row>>()
  const placeholders = new Proxy({} as Values, { get: (_, name) => new Placeholder(String(name)) })
  return async (db, values) => {
    const dialect = db.getExecutor().adapter.constructor
    const query = compiled.get(dialect) ?? marked(build(db, placeholders).compile())
    compiled.set(dialect, query)
    const given = new Map(Object.entries(values))
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? given.get(parameter.name) : parameter,
    )
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows
  }
}

function marked<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> {
  return { ...query, sql: `${query.sql}${FREQUENT}` }
}
