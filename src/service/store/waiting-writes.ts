import type { Transaction } from 'kysely'
import type { BoardWriter } from './board-writer.ts'
import type { SharedBoards } from './shared-boards.ts'
import type { Tables } from './tables.ts'

/** A write that waits for its turn, and then for the commit. */
export interface WaitingWrite {
  boardId: number
  /** Number of the card that it changes; undefined if it can change anything, and shares nothing. */
  card: number | undefined
  run: (tx: Transaction<Tables>, shared: SharedBoards) => Promise<BoardWriter>
  succeed: () => void
  fail: (error: unknown) => void
}

/** Writes of one transaction, by board. */
export type Group = Map<number, WaitingWrite[]>

/** Of one board in a transaction; then the board is free for other instances. */
const MAX_WRITES = 64

/** Writes that wait for a transaction, in order of arrival on each board. */
export class WaitingWrites {
  readonly #writes = new Map<number, WaitingWrite[]>()

  add(write: WaitingWrite): void {
    const { boardId } = write
    const waiting = this.#writes.get(boardId)
    if (waiting) waiting.push(write)
    else this.#writes.set(boardId, [write])
  }

  boardIds(): number[] {
    return [...this.#writes.keys()]
  }

  /** Whether the next write of the board changes only a card. */
  isCardNext(boardId: number): boolean {
    return this.#writes.get(boardId)?.[0]?.card !== undefined
  }

  /** The next writes of a board: changes of cards, or one that can change anything. */
  take(boardId: number, max = MAX_WRITES): WaitingWrite[] {
    const waiting = this.#writes.get(boardId) ?? []
    const end = waiting.findIndex(({ card }) => card === undefined)
    const taken = waiting.splice(0, Math.min(end === -1 ? waiting.length : Math.max(end, 1), max))
    if (waiting.length === 0) this.#writes.delete(boardId)
    return taken
  }

  /**
   * Adds changes of cards that have arrived to a group of them, and returns those. None, as soon as
   * a board has enough: other instances may wait for it.
   */
  join(group: Group): WaitingWrite[] {
    const boards = [...group]
    const isFull = boards.some(([, writes]) => writes.length >= MAX_WRITES)
    const isOfCards = boards.every(([, [first]]) => first?.card !== undefined)
    if (isFull || !isOfCards) return []
    return boards.flatMap(([boardId, writes]) => {
      if (!this.isCardNext(boardId)) return []
      const joined = this.take(boardId, MAX_WRITES - writes.length)
      writes.push(...joined)
      return joined
    })
  }
}
