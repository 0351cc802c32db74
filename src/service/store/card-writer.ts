import type { Transaction } from 'kysely'
import type { CardRow, GateFact, StageRow, StoredCard } from './board-reader.ts'
import { BoardWriter } from './board-writer.ts'
import { type SharedBoard, type UnstoredChange, withChange } from './shared-boards.ts'
import type { Tables } from './tables.ts'
import type { WriteContext } from './write-context.ts'

/** What a write that shares its transaction can use: only what `SharedBoard` keeps in memory. */
export type CardBoard = Pick<
  BoardWriter,
  | 'boardId'
  | 'revision'
  | 'stages'
  | 'card'
  | 'knownLabelIds'
  | 'gateFact'
  | 'moveCard'
  | 'blockCard'
  | 'setLabels'
  | 'recordIntent'
  | 'finishIntent'
>

/** Changes cards in memory, and the shared transaction stores them. */
export class CardWriter extends BoardWriter {
  readonly #shared: SharedBoard
  readonly #changes = new Map<number, UnstoredChange>()

  constructor(
    tx: Transaction<Tables>,
    boardId: number,
    context: WriteContext,
    shared: SharedBoard,
  ) {
    super(tx, boardId, context)
    this.#shared = shared
  }

  get changes(): Iterable<UnstoredChange> {
    return this.#changes.values()
  }

  override revision(): Promise<number> {
    return this.#shared.revision()
  }

  override stages(): Promise<StageRow[]> {
    return this.#shared.loadedStages()
  }

  override async card(number: number): Promise<StoredCard | undefined> {
    const card = await this.#shared.card(number)
    return withChange(card, this.#changeOf(number))
  }

  override knownLabelIds(ids: readonly number[]): Promise<Set<number>> {
    return this.#shared.knownLabelIds(ids)
  }

  override gateFact(cardId: number): Promise<GateFact | undefined> {
    return this.#shared.gateFact(cardId)
  }

  override nextPosition(stageId: number): Promise<number> {
    return this.#shared.nextPosition(stageId)
  }

  protected override async updateMoved(moved: CardRow): Promise<void> {
    this.#changes.set(moved.number, { ...this.#changeOf(moved.number), moved })
  }

  protected override async updateLabels({ number, labelIds }: StoredCard): Promise<void> {
    this.#changes.set(number, { ...this.#changeOf(number), labelIds })
  }

  #changeOf(number: number): UnstoredChange {
    return this.#changes.get(number) ?? { number }
  }
}
