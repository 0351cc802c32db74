import { BoardReader } from './board-reader.ts'
import { BoardWriter, type WriteContext } from './board-writer.ts'
import type { Database } from './open-database.ts'
import { SharedTransactions } from './shared-transactions.ts'
import { toStoreError } from './store-error.ts'
import { writeTransaction } from './write-transaction.ts'

/** The boards of a store. */
export class BoardStore {
  readonly #database: Database
  /** SQLite shares transactions in its driver, between all boards. */
  readonly #shared: SharedTransactions | undefined

  constructor(database: Database) {
    this.#database = database
    this.#shared = database.dialect === 'postgres' ? new SharedTransactions(database) : undefined
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
    try {
      return await isolated.execute((tx) => read(new BoardReader(tx, boardId)))
    } catch (error) {
      throw toStoreError(error)
    }
  }

  /**
   * Runs a `writeTransaction` on one board. The writes to one board run one after another.
   */
  async write<Result>(
    boardId: number,
    context: WriteContext,
    update: (board: BoardWriter) => Promise<Result>,
  ): Promise<Result> {
    if (this.#shared) return this.#shared.write(boardId, context, update)
    const [result, hasChanged] = await writeTransaction(this.#database, async (tx) => {
      const board = new BoardWriter(tx, boardId, context)
      const updated = await update(board)
      return [updated, await BoardWriter.finish([board])]
    })
    if (hasChanged) this.#database.changes.announce(boardId)
    return result
  }
}
