import {
  type Dialect,
  type SqliteDatabase as KyselyDatabase,
  SqliteAdapter,
  SqliteDialect,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import { DatabaseSync, type SqliteDatabase } from './sqlite.ts'
import { toStoreError } from './store-error.ts'

/** How long SQLite itself waits for the lock of another process. It blocks the event loop. */
const LOCK_TIMEOUT_MS = 20

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

/** Kysely's own dialect for an open SQLite database: one query or transaction at a time. */
export function sqliteDialect(database: SqliteDatabase, { isReadOnly = false } = {}): Dialect {
  return new TransactionalDialect({ database: new PreparedDatabase(database, isReadOnly) })
}

/** Migrations run in a transaction: SQLite can roll back changes of the schema. */
class TransactionalDialect extends SqliteDialect {
  override createAdapter() {
    return new TransactionalAdapter()
  }
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

type Statement = ReturnType<KyselyDatabase['prepare']>
type SqliteStatement = ReturnType<SqliteDatabase['prepare']>
type SqliteValue = string | number | bigint | Uint8Array | null

/** What Kysely needs of a database, with its statements prepared once. Throws StoreErrors. */
class PreparedDatabase implements KyselyDatabase {
  readonly #database: SqliteDatabase
  /** A write takes the lock at once, so that it never fails halfway. */
  readonly #begin: string
  readonly #statements = new LRUCache<string, Statement>({ max: MAX_STATEMENTS })

  constructor(database: SqliteDatabase, isReadOnly: boolean) {
    this.#database = database
    this.#begin = isReadOnly ? 'begin deferred' : 'begin immediate'
  }

  prepare(sql: string): Statement {
    // A full disk makes SQLite undo everything at once.
    if (sql === 'rollback' && !this.#database.isTransaction) return DONE_ALREADY
    const known = this.#statements.get(sql)
    if (known) return known
    const text = sql === 'begin' ? this.#begin : sql
    const statement = asKyselyStatement(mapErrors(() => this.#database.prepare(text)))
    this.#statements.set(sql, statement)
    return statement
  }

  /** A copy of the file after this is whole. */
  close(): void {
    this.#statements.clear()
    try {
      this.#database.exec('pragma wal_checkpoint(truncate)')
    } catch {
      // The next start does it: the log is still there.
    } finally {
      this.#database.close()
    }
  }
}

const NO_CHANGE = { changes: 0, lastInsertRowid: 0 }

const DONE_ALREADY: Statement = {
  reader: false,
  all: () => [],
  run: () => NO_CHANGE,
  iterate: () => [].values(),
}

function asKyselyStatement(statement: SqliteStatement): Statement {
  const values = (parameters: readonly unknown[]) => parameters as SqliteValue[]
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => mapErrors(() => statement.all(...values(parameters))),
    run: (parameters) => mapErrors(() => statement.run(...values(parameters))),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  }
}

function mapErrors<Result>(run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    throw toStoreError(error)
  }
}
