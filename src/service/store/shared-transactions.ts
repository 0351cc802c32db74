import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { BoardWriter, type WriteContext } from './board-writer.ts'
import { type CardBoard, CardWriter } from './card-writer.ts'
import { lockBoard, lockFreeBoards } from './frequent-queries.ts'
import type { Database } from './open-database.ts'
import { SharedBoards } from './shared-boards.ts'
import { notifyInstances } from './store-changes.ts'
import { StoreError, UncertainCommitError } from './store-error.ts'
import type { Tables } from './tables.ts'
import { writeTransaction } from './write-transaction.ts'

type Tx = Transaction<Tables>

/** A write that waits for its turn, and then for the commit. */
interface WaitingWrite {
  boardId: number
  /** Number of the card that it changes; undefined if it can change anything, and shares nothing. */
  card: number | undefined
  run: (tx: Tx, shared: SharedBoards) => Promise<BoardWriter>
  succeed: () => void
  fail: (error: unknown) => void
}

/** Writes of one transaction, by board. */
type Group = Map<number, WaitingWrite[]>

type Outcome = { type: 'written'; board: BoardWriter } | { type: 'failed'; error: unknown }

/** Of one board in a transaction; then the board is free for other instances. */
const MAX_WRITES = 64

/**
 * The writes to the boards of a database. Those to one board run one after another, and changes of
 * cards that wait share a transaction, also between boards: one query for all of their cards, one
 * statement that stores them, one new revision of each board, and one wait for the disk. None is
 * acknowledged before the commit, and one that fails undoes only itself.
 */
export class SharedTransactions {
  readonly #database: Database
  /** By board; the one that has waited longest is first. */
  readonly #waiting = new Map<number, WaitingWrite[]>()
  /** Boards of the transactions that are open. */
  readonly #busy = new Set<number>()
  #isSharing = false

  constructor(database: Database) {
    this.#database = database
  }

  /** In a transaction of its own. Throws what `writeTransaction` throws. */
  writeBoard<Result>(
    boardId: number,
    context: WriteContext,
    update: (board: BoardWriter) => Promise<Result>,
  ): Promise<Result> {
    return this.#add(boardId, undefined, async (tx) => {
      const board = new BoardWriter(tx, boardId, context)
      return { board, result: await update(board) }
    })
  }

  /** `card` is the number of the card that `update` asks for. */
  writeCard<Result>(
    boardId: number,
    context: WriteContext,
    card: number,
    update: (board: CardBoard) => Promise<Result>,
  ): Promise<Result> {
    return this.#add(boardId, card, async (tx, all) => {
      const shared = all.board(boardId)
      const board = new CardWriter(tx, boardId, context, shared)
      const result = await update(board)
      shared.apply(board)
      return { board, result }
    })
  }

  #add<Result>(
    boardId: number,
    card: number | undefined,
    run: (tx: Tx, shared: SharedBoards) => Promise<{ board: BoardWriter; result: Result }>,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      let result: Result
      const write: WaitingWrite = {
        boardId,
        card,
        run: async (tx, shared) => {
          const written = await run(tx, shared)
          result = written.result
          return written.board
        },
        succeed: () => resolve(result),
        fail: reject,
      }
      const waiting = this.#waiting.get(boardId)
      if (waiting) waiting.push(write)
      else this.#waiting.set(boardId, [write])
      this.#begin()
    })
  }

  /** Begins the transactions that don't have to wait. */
  #begin(): void {
    for (const [boardId, [first]] of [...this.#waiting]) {
      if (!first || this.#busy.has(boardId)) continue
      if (first.card === undefined) void this.#writeOwn(boardId, this.#take(boardId, 1))
      else void this.#beginShared()
    }
  }

  /** With all changes of cards that have arrived when this turn of the event loop ends. */
  async #beginShared(): Promise<void> {
    if (this.#isSharing) return
    this.#isSharing = true
    await endOfTurn()
    const group: Group = new Map()
    for (const [boardId, [first]] of [...this.#waiting]) {
      if (first?.card === undefined || this.#busy.has(boardId)) continue
      group.set(boardId, this.#take(boardId, MAX_WRITES))
      this.#busy.add(boardId)
    }
    if (group.size > 0) await this.#write(group, (tx) => this.#lockFree(tx, group))
    this.#isSharing = false
    for (const boardId of group.keys()) this.#busy.delete(boardId)
    this.#begin()
  }

  /** The next writes of a board: one, or changes of cards. */
  #take(boardId: number, max: number): WaitingWrite[] {
    const waiting = this.#waiting.get(boardId) ?? []
    const end = waiting.findIndex(({ card }) => card === undefined)
    const taken = waiting.splice(0, Math.min(end === -1 ? waiting.length : Math.max(end, 1), max))
    this.#waiting.delete(boardId)
    // Behind the boards that have waited longer.
    if (waiting.length > 0) this.#waiting.set(boardId, waiting)
    return taken
  }

  async #writeOwn(boardId: number, writes: WaitingWrite[]): Promise<void> {
    this.#busy.add(boardId)
    await this.#write(new Map([[boardId, writes]]), (tx) => this.#lock(tx, boardId))
    this.#busy.delete(boardId)
    this.#begin()
  }

  async #lock(tx: Tx, boardId: number): Promise<void> {
    if (this.#database.dialect === 'postgres') await lockBoard(tx, { boardId })
  }

  /** A board that another instance has locked lets no other board wait. */
  async #lockFree(tx: Tx, group: Group): Promise<void> {
    if (this.#database.dialect !== 'postgres') return
    const locked = new Set((await lockFreeBoards(tx, [...group.keys()])).map(({ id }) => id))
    for (const [boardId, writes] of [...group]) {
      if (locked.has(boardId)) continue
      group.delete(boardId)
      void this.#writeOwn(boardId, writes)
    }
  }

  async #write(group: Group, lock: (tx: Tx) => Promise<void>, isAlone = false): Promise<void> {
    try {
      const { changed, outcomes } = await writeTransaction(this.#database, async (tx) => {
        await lock(tx)
        return this.#writeInTurn(tx, group, isAlone)
      })
      for (const boardId of changed) this.#database.changes.announce(boardId)
      for (const [write, outcome] of outcomes) settle(write, outcome)
    } catch (error) {
      const writes = [...group.values()].flat()
      const isForAll = error instanceof StoreError || error instanceof UncertainCommitError
      // Nothing of it is stored, and one of them can have made it fail.
      if (writes.length > 1 && !isForAll) await this.#writeEach(writes)
      else for (const write of writes) write.fail(error)
    }
  }

  async #writeEach(writes: readonly WaitingWrite[]): Promise<void> {
    for (const write of writes) {
      const { boardId } = write
      await this.#write(new Map([[boardId, [write]]]), (tx) => this.#lock(tx, boardId), true)
    }
  }

  /** Those that arrive in the meantime join the group, unless it `isAlone`. */
  async #writeInTurn(tx: Tx, group: Group, isAlone: boolean) {
    const shared = new SharedBoards(tx)
    const outcomes = new Map<WaitingWrite, Outcome>()
    let next = [...group.values()].flat()
    while (next.length > 0) {
      const cards = next.flatMap(({ boardId, card }) =>
        card === undefined ? [] : { boardId, number: card },
      )
      await shared.loadCards(cards)
      for (const write of next) outcomes.set(write, await outcomeOf(write.run(tx, shared)))
      next = isAlone ? [] : this.#join(group)
    }
    const [first] = outcomes.values()
    if (outcomes.size === 1 && first?.type === 'failed') throw first.error
    await shared.store()
    const written = [...outcomes.values()].flatMap((outcome) =>
      outcome.type === 'written' ? [outcome.board] : [],
    )
    const changed = await BoardWriter.finish(written)
    if (this.#database.dialect === 'postgres') await notifyInstances(tx, changed)
    return { changed, outcomes }
  }

  #join(group: Group): WaitingWrite[] {
    return [...group].flatMap(([boardId, writes]) => {
      const isCard = (write: WaitingWrite | undefined) => write?.card !== undefined
      if (!isCard(writes[0]) || !isCard(this.#waiting.get(boardId)?.[0])) return []
      const joined = this.#take(boardId, MAX_WRITES - writes.length)
      writes.push(...joined)
      return joined
    })
  }
}

function settle(write: WaitingWrite, outcome: Outcome): void {
  if (outcome.type === 'written') write.succeed()
  else write.fail(outcome.error)
}

async function outcomeOf(writing: Promise<BoardWriter>): Promise<Outcome> {
  try {
    return { type: 'written', board: await writing }
  } catch (error) {
    return { type: 'failed', error }
  }
}
