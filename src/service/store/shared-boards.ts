import type { Transaction } from 'kysely'
import {
  BoardReader,
  type CardRow,
  type GateFact,
  type StageRow,
  type StoredCard,
  toStoredCards,
} from './board-reader.ts'
import { type CardNumber, findCardRows, findGateFacts, updateMovedCards } from './card-queries.ts'
import { findAllStages } from './frequent-queries.ts'
import { replaceCardLabels } from './label-rows.ts'
import type { Tables } from './tables.ts'

/** What a write changes of a card. */
export interface UnstoredChange {
  number: number
  /** With its new stage, position there, and block. */
  moved?: CardRow
  labelIds?: readonly number[]
}

interface UnstoredChanges {
  hasChanged: boolean
  changes: Iterable<UnstoredChange>
}

/**
 * What the writes of a shared transaction know of their boards, and what they have changed. What
 * one of them needs is read for all of them with one query, and their changes are stored with one
 * statement. Nothing else may change the boards in between.
 */
export class SharedBoards {
  readonly #tx: Transaction<Tables>
  readonly #boards = new Map<number, SharedBoard>()
  /** By the ids of cards. */
  readonly #gateFacts = new Map<number, GateFact | undefined>()
  #failure: { error: unknown } | undefined

  constructor(tx: Transaction<Tables>) {
    this.#tx = tx
  }

  /** Throws the error of a query that has failed: nothing of the transaction can be stored then. */
  throwFailure(): void {
    if (this.#failure) throw this.#failure.error
  }

  /** Every query of a write runs in here. */
  async run<Rows>(query: Promise<Rows>): Promise<Rows> {
    try {
      return await query
    } catch (error) {
      this.#failure ??= { error }
      throw error
    }
  }

  board(boardId: number): SharedBoard {
    const board = this.#boards.get(boardId) ?? new SharedBoard(this.#tx, boardId, this)
    this.#boards.set(boardId, board)
    return board
  }

  async loadCards(cards: readonly CardNumber[]): Promise<void> {
    const unknown = cards.filter(({ boardId, number }) => !this.board(boardId).cards.has(number))
    const rows = await this.run(findCardRows(this.#tx, unknown))
    for (const { boardId, number } of unknown) this.board(boardId).cards.set(number, undefined)
    for (const card of toStoredCards(rows)) {
      this.board(card.board_id).cards.set(card.number, card)
    }
  }

  async loadStages(): Promise<void> {
    const unknown = [...this.#boards.values()].filter(({ stages }) => stages === undefined)
    const boardIds = unknown.map(({ boardId }) => boardId)
    const rows = await this.run(findAllStages(this.#tx, boardIds))
    for (const board of unknown) board.stages = []
    for (const { last_position, ...stage } of rows) {
      const board = this.board(stage.board_id)
      board.stages?.push(stage)
      board.lastPositions.set(stage.id, last_position ?? 0)
    }
  }

  async gateFact(cardId: number): Promise<GateFact | undefined> {
    if (!this.#gateFacts.has(cardId)) {
      const ids = [...this.#boards.values()].flatMap(({ cards }) =>
        [...cards.values()].flatMap((card) => card?.id ?? []),
      )
      const unknown = ids.filter((id) => !this.#gateFacts.has(id))
      const facts = await this.run(findGateFacts(this.#tx, unknown))
      for (const id of unknown) this.#gateFacts.set(id, undefined)
      for (const fact of facts) this.#gateFacts.set(fact.card_id, fact)
    }
    return this.#gateFacts.get(cardId)
  }

  /** To be called once, after the last write. */
  async store(): Promise<void> {
    const boards = [...this.#boards.values()]
    await updateMovedCards(
      this.#tx,
      boards.flatMap((board) => board.cardsWith(board.moved)),
    )
    await replaceCardLabels(
      this.#tx,
      boards.flatMap((board) => board.cardsWith(board.labeled)),
    )
  }
}

/** One of them, as its writes see it. */
export class SharedBoard {
  /** By number; undefined for those that don't exist. */
  readonly cards = new Map<number, StoredCard | undefined>()
  stages: StageRow[] | undefined
  /** By the ids of stages. */
  readonly lastPositions = new Map<number, number>()
  /** Numbers of the cards to store. */
  readonly moved = new Set<number>()
  readonly labeled = new Set<number>()
  readonly #isLabel = new Map<number, boolean>()
  #revision: number | undefined
  #hasChanged = false
  readonly #reader: BoardReader

  constructor(
    tx: Transaction<Tables>,
    readonly boardId: number,
    private readonly all: SharedBoards,
  ) {
    this.#reader = new BoardReader(tx, boardId)
  }

  async card(number: number): Promise<StoredCard | undefined> {
    await this.all.loadCards([{ boardId: this.boardId, number }])
    return this.cards.get(number)
  }

  async loadedStages(): Promise<StageRow[]> {
    if (!this.stages) await this.all.loadStages()
    return this.stages ?? []
  }

  /** Higher when a write before has changed the board. */
  async revision(): Promise<number> {
    this.#revision ??= await this.all.run(this.#reader.revision())
    return this.#revision + (this.#hasChanged ? 1 : 0)
  }

  gateFact(cardId: number): Promise<GateFact | undefined> {
    return this.all.gateFact(cardId)
  }

  async knownLabelIds(ids: readonly number[]): Promise<Set<number>> {
    const unknown = ids.filter((id) => !this.#isLabel.has(id))
    const found = await this.all.run(this.#reader.knownLabelIds(unknown))
    for (const id of unknown) this.#isLabel.set(id, found.has(id))
    return new Set(ids.filter((id) => this.#isLabel.get(id)))
  }

  /** Behind the last card of the stage. No two calls return the same. */
  async nextPosition(stageId: number): Promise<number> {
    await this.loadedStages()
    const next = (this.lastPositions.get(stageId) ?? 0) + 1
    this.lastPositions.set(stageId, next)
    return next
  }

  /** Makes what a write has changed visible to the next ones. */
  apply({ hasChanged, changes }: UnstoredChanges): void {
    this.#hasChanged ||= hasChanged
    for (const change of changes) {
      const { number, moved, labelIds } = change
      this.cards.set(number, withChange(this.cards.get(number), change))
      if (moved) this.moved.add(number)
      if (labelIds) this.labeled.add(number)
    }
  }

  cardsWith(numbers: ReadonlySet<number>): StoredCard[] {
    return [...numbers].flatMap((number) => this.cards.get(number) ?? [])
  }
}

export function withChange(
  card: StoredCard | undefined,
  { moved, labelIds }: UnstoredChange,
): StoredCard | undefined {
  return card && { ...card, ...moved, labelIds: labelIds ? [...labelIds] : card.labelIds }
}
