import { sql, type Transaction } from 'kysely'
import { BoardWriter, type WriteContext } from './board-writer.ts'
import { lockBoard } from './frequent-queries.ts'
import type { Database } from './open-database.ts'
import { notifyInstances } from './store-changes.ts'
import type { Tables } from './tables.ts'
import { newTransactionState } from './transaction-state.ts'
import { writeTransaction } from './write-transaction.ts'

type Tx = Transaction<Tables>

/** A write that waits for its turn, and then for the commit. */
interface WaitingWrite {
  context: WriteContext
  update: (board: BoardWriter) => Promise<void>
  succeed: () => void
  fail: (error: unknown) => void
}

/** After so many writes, the lock of the board is free for other instances. */
const MAX_WRITES = 64

/**
 * The writes to the boards of a PostgreSQL database. Those to one board run one after another, and
 * a write that waits joins the open transaction: one lock of the board, one new revision, and one
 * wait for the disk are for all of them. None succeeds before the commit, and one that fails undoes
 * only itself.
 */
export class SharedTransactions {
  readonly #database: Database
  /** By board, while its writes are carried out. */
  readonly #waiting = new Map<number, WaitingWrite[]>()

  constructor(database: Database) {
    this.#database = database
  }

  /** Throws what `writeTransaction` throws. */
  write<Result>(
    boardId: number,
    context: WriteContext,
    update: (board: BoardWriter) => Promise<Result>,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      let result: Result
      const write: WaitingWrite = {
        context,
        update: async (board) => {
          result = await update(board)
        },
        succeed: () => resolve(result),
        fail: reject,
      }
      const waiting = this.#waiting.get(boardId)
      if (waiting) waiting.push(write)
      else void this.#writeAll(boardId, [write])
    })
  }

  async #writeAll(boardId: number, waiting: WaitingWrite[]): Promise<void> {
    this.#waiting.set(boardId, waiting)
    while (waiting.length > 0) await this.#writeGroup(boardId, waiting)
    this.#waiting.delete(boardId)
  }

  async #writeGroup(boardId: number, waiting: WaitingWrite[]): Promise<void> {
    // Those that wait for the lock of another instance wait at the same time, and fail together.
    const group = waiting.splice(0, MAX_WRITES)
    const join = () => group.push(...waiting.splice(0, MAX_WRITES - group.length))
    try {
      const { hasChanged, succeeded } = await writeTransaction(this.#database, async (tx) => {
        await lockBoard(tx, { boardId })
        const written = await writeInTurn(tx, boardId, group, join)
        const changed = await BoardWriter.finish([...written.values()])
        if (changed) await notifyInstances(tx, boardId)
        return { hasChanged: changed, succeeded: [...written.keys()] }
      })
      if (hasChanged) this.#database.changes.announce(boardId)
      for (const write of succeeded) write.succeed()
    } catch (error) {
      for (const write of group) write.fail(error)
    }
  }
}

/** Calls `join` after each write, which can add more to the group. Returns those that succeeded. */
async function writeInTurn(
  tx: Tx,
  boardId: number,
  group: readonly WaitingWrite[],
  join: () => void,
): Promise<Map<WaitingWrite, BoardWriter>> {
  const written = new Map<WaitingWrite, BoardWriter>()
  const savepoint = new Savepoint(tx)
  let state = newTransactionState()
  for (const write of group) {
    // The error of a write that is alone undoes the whole transaction.
    const isAlone = group.length === 1
    const board = new BoardWriter(tx, boardId, write.context, state)
    try {
      if (!isAlone) await savepoint.set()
      await write.update(board)
      written.set(write, board)
      state.hasChanged ||= board.hasChanged
    } catch (error) {
      if (isAlone) throw error
      await savepoint.undo()
      state = { ...newTransactionState(), hasChanged: state.hasChanged }
      write.fail(error)
    }
    join()
  }
  return written
}

/** Where a transaction returns to when a write fails. */
class Savepoint {
  #isSet = false

  constructor(private readonly tx: Tx) {}

  async set(): Promise<void> {
    // In one message to the server.
    const next = sql`release savepoint write; savepoint write`
    await (this.#isSet ? next : sql`savepoint write`).execute(this.tx)
    this.#isSet = true
  }

  async undo(): Promise<void> {
    await sql`rollback to savepoint write; release savepoint write`.execute(this.tx)
    this.#isSet = false
  }
}
