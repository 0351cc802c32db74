import { BoardReader } from './board-reader.ts'
import { BoardWriter, type WriteContext } from './board-writer.ts'
import { lockBoard } from './frequent-queries.ts'
import type { Database } from './open-database.ts'
import { notifyInstances } from './store-changes.ts'
import { toStoreError } from './store-error.ts'
import { writeTransaction } from './write-transaction.ts'

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
    let hasChanged = false
    const result = await writeTransaction(this.#database, async (tx) => {
      // A write to SQLite has the lock of the whole store already.
      if (this.#database.dialect === 'postgres') await lockBoard(tx, { boardId })
      const board = new BoardWriter(tx, boardId, context)
      const updated = await update(board)
      hasChanged = board.hasChanged
      if (hasChanged) await board.saveRevision()
      if (hasChanged && this.#database.dialect === 'postgres') await notifyInstances(tx, boardId)
      return updated
    })
    if (hasChanged) this.#database.changes.announce(boardId)
    return result
  }
}
