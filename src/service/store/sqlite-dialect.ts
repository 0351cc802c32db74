import { DatabaseSync } from '@photostructure/sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import { StoreError, toStoreError } from './store-error.ts'

type SqliteDatabase = InstanceType<typeof DatabaseSync>
type SqliteStatement = ReturnType<SqliteDatabase['prepare']>

/** How long SQLite itself waits for the lock of another process. It blocks the event loop. */
const LOCK_TIMEOUT_MS = 20

/** Waits between the attempts to get the lock, without blocking the event loop. */
const LOCK_RETRY_MS = 40
const MAX_LOCK_WAIT_MS = 2_000

const MAX_STATEMENTS = 300

export interface SqliteOptions {
  /** Path of the database file, or ":memory:". */
  file: string
  isReadOnly?: boolean
}

/**
 * Opens a SQLite database. Each commit is in the write-ahead log on disk before it is acknowledged
 * (synchronous=FULL).
 */
export function openSqlite({ file, isReadOnly = false }: SqliteOptions): SqliteDatabase {
  const database = new DatabaseSync(file, { readOnly: isReadOnly, timeout: LOCK_TIMEOUT_MS })
  try {
    if (!isReadOnly) database.exec('pragma journal_mode=wal; pragma synchronous=full')
    database.exec('pragma foreign_keys=on')
    return database
  } catch (error) {
    database.close()
    throw toStoreError(error)
  }
}

/** Kysely's dialect for an open SQLite database. */
export function sqliteDialect(database: SqliteDatabase): Dialect {
  return {
    createDriver: () => new SqliteDriver(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new TransactionalAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  }
}

/** Migrations run in a transaction: SQLite can roll back changes of the schema. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** One connection, used by one query or transaction at a time. */
class SqliteDriver implements Driver {
  readonly #database: SqliteDatabase
  readonly #connection: SqliteConnection
  #lastUse: Promise<void> = Promise.resolve()
  #release: (() => void) | undefined

  constructor(database: SqliteDatabase) {
    this.#database = database
    this.#connection = new SqliteConnection(database)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const previous = this.#lastUse
    let release = () => {}
    this.#lastUse = new Promise((resolve) => {
      release = resolve
    })
    await previous
    this.#release = release
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    this.#release?.()
  }

  /** A write takes the lock at once, so that it never fails halfway. */
  async beginTransaction(_: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const begin = settings.accessMode === 'read only' ? 'begin deferred' : 'begin immediate'
    await waitForLock(() => this.#database.exec(begin))
  }

  async commitTransaction(): Promise<void> {
    await waitForLock(() => this.#database.exec('commit'))
  }

  /** A full disk can have rolled the transaction back already. */
  async rollbackTransaction(): Promise<void> {
    if (this.#database.isTransaction) this.#database.exec('rollback')
  }

  async destroy(): Promise<void> {
    this.#connection.clear()
    this.#database.close()
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: SqliteDatabase
  readonly #statements = new Map<string, SqliteStatement>()

  constructor(database: SqliteDatabase) {
    this.#database = database
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      const statement = this.#statement(sql)
      const values = parameters as SqliteValue[]
      if (statement.columns().length > 0) return { rows: statement.all(...values) as Row[] }
      const { changes } = statement.run(...values)
      return { rows: [], numAffectedRows: BigInt(changes) }
    } catch (error) {
      throw toStoreError(error)
    }
  }

  // biome-ignore lint/correctness/useYield: the interface requires it, and nothing here streams
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('Streaming is not supported.')
  }

  clear(): void {
    this.#statements.clear()
  }

  #statement(sql: string): SqliteStatement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#database.prepare(sql)
    const [oldest] = this.#statements.keys()
    if (this.#statements.size >= MAX_STATEMENTS && oldest !== undefined) {
      this.#statements.delete(oldest)
    }
    this.#statements.set(sql, statement)
    return statement
  }
}

type SqliteValue = string | number | bigint | Uint8Array | null

async function waitForLock(run: () => void): Promise<void> {
  for (let waited = 0; ; waited += LOCK_RETRY_MS) {
    try {
      return run()
    } catch (cause) {
      const error = toStoreError(cause)
      const isBusy = error instanceof StoreError && error.type === 'busy'
      if (!isBusy || waited >= MAX_LOCK_WAIT_MS) throw error
      await new Promise((resolve) => setTimeout(resolve, LOCK_RETRY_MS))
    }
  }
}
