import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { BoardWriter } from './board-writer.ts'
import { lockBoard, lockFreeBoards } from './frequent-queries.ts'
import type { Database } from './open-database.ts'
import { SharedBoards } from './shared-boards.ts'
import { notifyInstances } from './store-changes.ts'
import { StoreError, UncertainCommitError } from './store-error.ts'
import type { Tables } from './tables.ts'
import { type Group, type WaitingWrite, WaitingWrites } from './waiting-writes.ts'
import { writeTransaction } from './write-transaction.ts'

type Tx = Transaction<Tables>

type Lock = (tx: Tx) => Promise<void>

/** Why no write can be stored at the moment. */
type Failure = StoreError | UncertainCommitError

type Outcome = { type: 'written'; board: BoardWriter } | { type: 'failed'; error: unknown }

/**
 * The writes to the boards of a database. Those to one board run one after another, and changes of
 * cards that wait share a transaction, also between boards: one query for all of their cards, one
 * statement that stores them, one new revision of each board, and one wait for the disk. None is
 * acknowledged before the commit, and one that fails undoes only itself.
 * See .github/decisions/0021-the-store.md.
 */
export class SharedTransactions {
  readonly #database: Database
  readonly #waiting = new WaitingWrites()
  /** Boards of the transactions that are open. */
  readonly #busy = new Set<number>()
  #isSharing = false

  constructor(database: Database) {
    this.#database = database
  }

  /** `card` is the number of the card that it changes; without it, it shares no transaction. */
  run<Result>(
    boardId: number,
    card: number | undefined,
    write: (tx: Tx, shared: SharedBoards) => Promise<{ board: BoardWriter; result: Result }>,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      let result: Result
      this.#waiting.add({
        boardId,
        card,
        run: async (tx, shared) => {
          const written = await write(tx, shared)
          result = written.result
          return written.board
        },
        succeed: () => resolve(result),
        fail: reject,
      })
      this.#begin()
    })
  }

  /** Begins the transactions that don't have to wait. */
  #begin(): void {
    for (const boardId of this.#waiting.boardIds()) {
      if (this.#busy.has(boardId)) continue
      if (this.#waiting.isCardNext(boardId)) void this.#beginShared()
      else void this.#writeOwn(boardId, this.#waiting.take(boardId))
    }
  }

  /** With all changes of cards that have arrived when this turn of the event loop ends. */
  async #beginShared(): Promise<void> {
    if (this.#isSharing) return
    this.#isSharing = true
    await endOfTurn()
    const group: Group = new Map()
    for (const boardId of this.#waiting.boardIds()) {
      if (this.#busy.has(boardId) || !this.#waiting.isCardNext(boardId)) continue
      group.set(boardId, this.#waiting.take(boardId))
    }
    await this.#carryOut(group, (tx) => this.#lockFree(tx, group))
    this.#isSharing = false
    this.#begin()
  }

  /** Waits for the lock of another instance. */
  async #writeOwn(boardId: number, writes: WaitingWrite[]): Promise<void> {
    await this.#carryOut(new Map([[boardId, writes]]), (tx) => this.#lock(tx, boardId))
    this.#begin()
  }

  /** Boards that leave the group go on by themselves. */
  async #carryOut(group: Group, lock: Lock): Promise<void> {
    for (const boardId of group.keys()) this.#busy.add(boardId)
    if (group.size > 0) await this.#write(group, lock)
    for (const boardId of group.keys()) this.#busy.delete(boardId)
  }

  /**
   * Each in a transaction of its own, until the store can't be written to: then the others wouldn't
   * wait for less.
   */
  async #writeEach(boardId: number, writes: readonly WaitingWrite[]): Promise<void> {
    let failure: Failure | undefined
    for (const write of writes) {
      const lock = (tx: Tx) => this.#lock(tx, boardId)
      if (failure) write.fail(failure)
      else failure = await this.#write(new Map([[boardId, [write]]]), lock, true)
    }
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

  /** Returns why the store can't be written to, if it can't. */
  async #write(group: Group, lock: Lock, isAlone = false): Promise<Failure | undefined> {
    let written: { changed: number[]; outcomes: ReadonlyMap<WaitingWrite, Outcome> }
    try {
      written = await writeTransaction(this.#database, async (tx) => {
        await lock(tx)
        return this.#writeInTurn(tx, group, isAlone)
      })
    } catch (error) {
      return this.#fail(group, error)
    }
    for (const boardId of written.changed) this.#database.changes.announce(boardId)
    for (const [write, outcome] of written.outcomes) settle(write, outcome)
    return undefined
  }

  #fail(group: Group, error: unknown): Failure | undefined {
    const isFailure = error instanceof StoreError || error instanceof UncertainCommitError
    const writes = [...group.values()].flat()
    if (isFailure || writes.length === 1) {
      for (const write of writes) write.fail(error)
      return isFailure ? error : undefined
    }
    // Nothing of it is stored, and one of them can have made it fail.
    for (const [boardId, own] of [...group]) {
      group.delete(boardId)
      void this.#writeEach(boardId, own)
    }
    return undefined
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
      for (const write of next) {
        outcomes.set(write, await outcomeOf(write.run(tx, shared)))
        shared.throwFailure()
      }
      next = isAlone ? [] : this.#waiting.join(group)
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
