import { DatabaseSync } from '@photostructure/sqlite'
import {
  type Dialect,
  type Driver,
  type Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import { SqliteConnection, type SqliteDatabase, StatementCache } from './sqlite-connection.ts'
import { StoreError, toStoreError } from './store-error.ts'

/** How long SQLite itself waits for the lock of another process. It blocks the event loop. */
const LOCK_TIMEOUT_MS = 20

/** Waits between the attempts to get the lock, without blocking the event loop. */
const LOCK_RETRY_MS = 40
const MAX_LOCK_WAIT_MS = 2_000

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

/** Transactions that are committed together, after which their writers continue. */
class CommitGroup {
  readonly #writers: { resolve: () => void; reject: (error: unknown) => void }[] = []

  get size(): number {
    return this.#writers.length
  }

  /** Resolves when the group is committed. */
  join(): Promise<void> {
    return new Promise((resolve, reject) => this.#writers.push({ resolve, reject }))
  }

  succeed(): void {
    for (const writer of this.#writers) writer.resolve()
  }

  fail(error: unknown): void {
    for (const writer of this.#writers) writer.reject(error)
  }
}

/** More writers than this don't wait for each other. */
const MAX_GROUP_SIZE = 64

/**
 * One connection, used by one query or transaction at a time. A commit waits for the disk, so
 * transactions that wait for the connection join the open one as savepoints, and one commit makes
 * all of them durable. None is acknowledged before that.
 */
class SqliteDriver implements Driver {
  readonly #database: SqliteDatabase
  readonly #statements: StatementCache
  readonly #waiting: (() => void)[] = []
  #isTaken = false
  #group: CommitGroup | undefined

  constructor(database: SqliteDatabase) {
    this.#database = database
    this.#statements = new StatementCache(database)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    const lockDeadline = performance.now() + MAX_LOCK_WAIT_MS
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isTaken = true
    return new SqliteConnection(this.#statements, lockDeadline, () => this.#commitGroup())
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    this.#release(connection)
  }

  #release(connection: SqliteConnection): void {
    if (connection.isReleased) return
    connection.isReleased = true
    const next = this.#waiting.shift()
    if (next) next()
    else this.#isTaken = false
  }

  /** A write takes the lock at once, so that it never fails halfway. */
  async beginTransaction(
    connection: SqliteConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    if (settings.accessMode === 'read only') {
      this.#commitGroup()
      connection.transaction = 'read'
      return this.#database.exec('begin deferred')
    }
    if (!this.#group) {
      await waitForLock(connection.lockDeadline, () => this.#database.exec('begin immediate'))
      this.#group = new CommitGroup()
    }
    connection.transaction = 'write'
    this.#statements.run('savepoint writer')
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    if (connection.transaction === 'read' || !this.#group) return this.#database.exec('commit')
    this.#statements.run('release writer')
    const committed = this.#group.join()
    this.#endTurn(connection)
    return committed
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    // Its group could not be committed, and is undone already. Another writer may be at work now.
    if (connection.isReleased) return
    // A full disk makes SQLite undo everything at once, also what others wait for.
    if (!this.#database.isTransaction) return this.#failGroup(connection.failure)
    if (connection.transaction === 'read' || !this.#group) return this.#database.exec('rollback')
    this.#database.exec('rollback to writer; release writer')
    this.#endTurn(connection)
  }

  /**
   * The next writer joins the group. Without one, the group ends after the requests that have
   * arrived by now have had their turn: they may write too.
   */
  #endTurn(connection: SqliteConnection): void {
    const group = this.#group
    if ((group?.size ?? 0) >= MAX_GROUP_SIZE) this.#commitGroup()
    else if (this.#waiting.length === 0) setImmediate(() => this.#commitIfIdle(group))
    this.#release(connection)
  }

  /** A writer that is at work ends the group itself. */
  #commitIfIdle(group: CommitGroup | undefined): void {
    if (this.#group === group && !this.#isTaken) this.#commitGroup()
  }

  #commitGroup(): void {
    const group = this.#group
    if (!group) return
    this.#group = undefined
    try {
      this.#database.exec('commit')
      group.succeed()
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('rollback')
      group.fail(toStoreError(error))
    }
  }

  #failGroup(cause: unknown): void {
    const group = this.#group
    this.#group = undefined
    group?.fail(cause)
  }

  /** A copy of the file after this is whole. */
  async destroy(): Promise<void> {
    this.#commitGroup()
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

/** Writers that wait for the same lock wait at the same time, each until its own deadline. */
async function waitForLock(deadline: number, run: () => void): Promise<void> {
  for (;;) {
    try {
      return run()
    } catch (cause) {
      const error = toStoreError(cause)
      const isBusy = error instanceof StoreError && error.type === 'busy'
      if (!isBusy || performance.now() >= deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, LOCK_RETRY_MS))
    }
  }
}
