import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { FREQUENT } from './compile-once.ts'

/** An instance with a newer release has changed a column: what was prepared can't run any more. */
const OUTDATED_PLAN = '0A000'

/**
 * Prepares the queries of `compileOnce` on each connection: PostgreSQL parses and plans them once,
 * which takes longer than to run one.
 */
export function preparedPool(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()
  let canPrepare = true
  const nameOf = (sql: string): string => {
    const name = names.get(sql) ?? `frequent_${names.size}`
    names.set(sql, name)
    return name
  }
  const prepare = (client: pg.PoolClient) => {
    async function query(sql: string, values: readonly unknown[]): Promise<unknown> {
      const own = { text: sql, values: [...values] }
      if (!canPrepare || !sql.endsWith(FREQUENT)) return client.query(own)
      try {
        return await client.query({ ...own, name: nameOf(sql) })
      } catch (error) {
        if ((error as { code?: unknown }).code !== OUTDATED_PLAN) throw error
        canPrepare = false
        // In a transaction, this fails too, and only the first error says why.
        return client.query(own).catch(() => Promise.reject(error))
      }
    }
    return { query: query as PostgresPoolClient['query'], release: () => client.release() }
  }
  const prepared = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    connect: async () => {
      const client = await pool.connect()
      // Kysely knows a connection by its client.
      const known = prepared.get(client) ?? prepare(client)
      prepared.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}
