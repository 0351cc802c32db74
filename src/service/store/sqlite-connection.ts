import type { DatabaseSync } from '@photostructure/sqlite'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { toStoreError } from './store-error.ts'

export type SqliteDatabase = InstanceType<typeof DatabaseSync>
type SqliteStatement = ReturnType<SqliteDatabase['prepare']>
type SqliteValue = string | number | bigint | Uint8Array | null

const MAX_STATEMENTS = 300

/** The use of the connection by one query or transaction. */
export class SqliteConnection implements DatabaseConnection {
  isReleased = false
  transaction: 'none' | 'read' | 'write' = 'none'
  /** Of the last query that failed. */
  failure: unknown

  constructor(
    private readonly statements: StatementCache,
    /** By performance.now(): waiting for the lock of another process ends then. */
    readonly lockDeadline: number,
    private readonly commitGroup: () => void,
  ) {}

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    // A query on its own is committed when it returns, so it can't be part of a group.
    if (this.transaction === 'none') this.commitGroup()
    try {
      const { statement, returnsRows } = this.statements.get(sql)
      const values = parameters as SqliteValue[]
      if (returnsRows) return { rows: statement.all(...values) as Row[] }
      const { changes } = statement.run(...values)
      return { rows: [], numAffectedRows: BigInt(changes) }
    } catch (error) {
      this.failure = toStoreError(error)
      throw this.failure
    }
  }

  // biome-ignore lint/correctness/useYield: the interface requires it, and nothing here streams
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('Streaming is not supported.')
  }
}

interface PreparedStatement {
  statement: SqliteStatement
  returnsRows: boolean
}

/** Prepared statements by their SQL. */
export class StatementCache {
  readonly #database: SqliteDatabase
  readonly #statements = new Map<string, PreparedStatement>()

  constructor(database: SqliteDatabase) {
    this.#database = database
  }

  /** Runs a statement without parameters and rows. */
  run(sql: string): void {
    this.get(sql).statement.run()
  }

  get(sql: string): PreparedStatement {
    const known = this.#statements.get(sql)
    if (known) {
      // The oldest is the one that wasn't used for the longest time.
      this.#statements.delete(sql)
      this.#statements.set(sql, known)
      return known
    }
    const statement = this.#database.prepare(sql)
    const prepared = { statement, returnsRows: statement.columns().length > 0 }
    const [oldest] = this.#statements.keys()
    if (this.#statements.size >= MAX_STATEMENTS && oldest !== undefined) {
      this.#statements.delete(oldest)
    }
    this.#statements.set(sql, prepared)
    return prepared
  }

  clear(): void {
    this.#statements.clear()
  }
}
