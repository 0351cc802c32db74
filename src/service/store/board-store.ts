import { BoardReader } from './board-reader.ts'
import { BoardWriter } from './board-writer.ts'
import { type CardBoard, CardWriter } from './card-writer.ts'
import type { Database } from './open-database.ts'
import { SharedTransactions } from './shared-transactions.ts'
import { toStoreError } from './store-error.ts'
import type { WriteContext } from './write-context.ts'

/** The boards of a store. */
export class BoardStore {
  readonly #database: Database
  readonly #transactions: SharedTransactions

  constructor(database: Database) {
    this.#database = database
    this.#transactions = new SharedTransactions(database)
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
  write<Result>(
    boardId: number,
    context: WriteContext,
    update: (board: BoardWriter) => Promise<Result>,
  ): Promise<Result> {
    return this.#transactions.run(boardId, undefined, async (tx) => {
      const board = new BoardWriter(tx, boardId, context)
      return { board, result: await update(board) }
    })
  }

  /**
   * The same for changes of one card; `card` is its number. Those that arrive together become
   * durable together, and cost one transaction.
   */
  writeCard<Result>(
    boardId: number,
    context: WriteContext,
    card: number,
    update: (board: CardBoard) => Promise<Result>,
  ): Promise<Result> {
    return this.#transactions.run(boardId, card, async (tx, boards) => {
      const shared = boards.board(boardId)
      const board = new CardWriter(tx, boardId, context, shared)
      const result = await update(board)
      shared.apply(board)
      return { board, result }
    })
  }
}
