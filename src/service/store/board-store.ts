import type { Transaction } from 'kysely'
import { BoardReader } from './board-reader.ts'
import { BoardWriter, type WriteContext } from './board-writer.ts'
import type { Database } from './open-database.ts'
import { StoreError, toStoreError, UncertainCommitError } from './store-error.ts'
import type { Tables } from './tables.ts'

/** The boards of a store. */
export class BoardStore {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  get storeId(): string {
    return this.#database.storeId
  }

  /** For single queries. Several of them can see different moments: use `snapshot` then. */
  board(boardId: number): BoardReader {
    return new BoardReader(this.#database.reader, boardId)
  }

  /** Everything that is read in `read` is from one moment. */
  async snapshot<Result>(
    boardId: number,
    read: (board: BoardReader) => Promise<Result>,
  ): Promise<Result> {
    const transaction = this.#database.reader.transaction().setAccessMode('read only')
    const isolated =
      this.#database.dialect === 'postgres'
        ? transaction.setIsolationLevel('repeatable read')
        : transaction
    return this.#translate(() => isolated.execute((tx) => read(new BoardReader(tx, boardId))))
  }

  /**
   * Runs a transaction. The writes to one board run one after another. An error in `update` undoes
   * everything. Throws StoreError, and UncertainCommitError when nobody knows whether the commit
   * took effect.
   */
  async write<Result>(
    boardId: number,
    context: WriteContext,
    update: (board: BoardWriter) => Promise<Result>,
  ): Promise<Result> {
    let isCommitting = false
    const run = async (tx: Transaction<Tables>) => {
      const revision = await this.#lockBoard(tx, boardId)
      const board = new BoardWriter(tx, boardId, revision, context)
      const result = await update(board)
      if (board.hasChanged) await board.saveRevision()
      isCommitting = true
      return result
    }
    return this.#translate(
      () => this.#database.db.transaction().execute(run),
      (error) => (isCommitting && isConnectionLost(error) ? uncertain(error) : error),
    )
  }

  async #lockBoard(tx: Transaction<Tables>, boardId: number): Promise<number> {
    const row = await tx
      .selectFrom('boards')
      .select('revision')
      .where('id', '=', boardId)
      // A write to SQLite has the lock of the whole store already.
      .$if(this.#database.dialect === 'postgres', (query) => query.forUpdate())
      .executeTakeFirstOrThrow()
    return row.revision
  }

  async #translate<Result>(
    run: () => Promise<Result>,
    explain: (error: unknown) => unknown = (error) => error,
  ): Promise<Result> {
    try {
      return await run()
    } catch (error) {
      throw explain(toStoreError(error))
    }
  }
}

function isConnectionLost(error: unknown): boolean {
  return error instanceof StoreError && error.type === 'unreachable'
}

function uncertain(cause: unknown): UncertainCommitError {
  return new UncertainCommitError('The connection was lost during a commit.', { cause })
}
