import type { Transaction } from 'kysely'
import { nameKey } from '#contract/name-key.ts'
import { type ActivityFacts, labelSubject } from './activities.ts'
import { type AuditedCard, type AuditFacts, aboutCard, auditLine } from './audit-line.ts'
import { BoardReader, type CardRow, type StageRow, type StoredCard } from './board-reader.ts'
import { updateMovedCards } from './card-queries.ts'
import {
  type AuditLine,
  type IntentState,
  increaseRevisions,
  insertAudit,
  insertIntents,
  setIntentStates,
} from './frequent-queries.ts'
import { replaceCardLabels, type StoredLabel } from './label-rows.ts'
import type { Tables } from './tables.ts'
import type { WriteContext } from './write-context.ts'

export interface Block {
  reason: string
  code: string
}

/** A promotion that the gate is asked about. */
export interface PromotionIntent {
  id: string
  cardId: number
  fromStageId: number
  toStageId: number
}

const UNBLOCKED = { blocked_reason: null, blocked_code: null, blocked_at: null }

/** The changes of one write on one board, in a transaction. */
export class BoardWriter extends BoardReader {
  #hasChanged = false
  readonly #audit: AuditLine[] = []
  /** Those that aren't stored yet, by id. Most are decided in the transaction that adds them. */
  readonly #intents = new Map<string, Tables['move_intents']>()
  /** Those that an earlier transaction has stored, by id. */
  readonly #finished = new Map<string, IntentState>()

  constructor(
    /** For changes that have no method here: call `markChanged` after them. */
    readonly tx: Transaction<Tables>,
    boardId: number,
    readonly context: WriteContext,
  ) {
    super(tx, boardId)
  }

  get hasChanged(): boolean {
    return this.#hasChanged
  }

  /** After a change through `tx`. */
  markChanged(): void {
    this.#hasChanged = true
  }

  /**
   * Moves the card to the end of the stage, and returns it. A promotion clears its block.
   * [gap G4] [gap G22]
   */
  async moveCard<Card extends CardRow>(
    card: Card,
    from: StageRow,
    to: StageRow,
    { basis, ...facts }: Pick<ActivityFacts, 'commit'> & { basis?: string | undefined } = {},
  ): Promise<Card> {
    const isPromotion = to.position > from.position
    const position = await this.nextPosition(to.id)
    const moved = { ...card, stage_id: to.id, position, ...(isPromotion ? UNBLOCKED : {}) }
    await this.updateMoved(moved)
    this.#hasChanged = true
    const columns = { from: from.name, to: to.name }
    const detail = `${from.name} > ${to.name}${basis ? ` (${basis})` : ''}`
    this.recordCard('card.move', card, detail, { ...columns, ...facts })
    return moved
  }

  /** Stores the stages of cards of which none was known before: that is no move. */
  async placeCards(cards: readonly CardRow[]): Promise<void> {
    if (cards.length === 0) return
    await updateMovedCards(this.tx, cards)
    this.#hasChanged = true
  }

  /** Stores the stage of a card, its position there, and why it's blocked. */
  protected async updateMoved(card: CardRow): Promise<void> {
    await updateMovedCards(this.tx, [card])
  }

  /**
   * Stores why a promotion was refused (spec section 3). The same refusal again changes nothing.
   */
  async blockCard(card: CardRow, { reason, code }: Block, to?: StageRow): Promise<void> {
    if (card.blocked_reason === reason && card.blocked_code === code) return
    const blocked_at = this.context.now.toISOString()
    await this.updateMoved({ ...card, blocked_reason: reason, blocked_code: code, blocked_at })
    this.#hasChanged = true
    this.recordCard('card.refused', card, reason, { reason, ...(to ? { to: to.name } : {}) })
  }

  async unblockCard(card: CardRow): Promise<boolean> {
    if (card.blocked_reason === null) return false
    await this.updateMoved({ ...card, ...UNBLOCKED })
    this.#hasChanged = true
    this.recordCard('card.unblock', card, '')
    return true
  }

  /** Replaces the whole label set. The ids must be of labels on this board, each once. */
  async setLabels(card: StoredCard, labelIds: readonly number[]): Promise<void> {
    if (isSameList(card.labelIds, labelIds)) return
    await this.updateLabels({ ...card, labelIds: [...labelIds] })
    this.#hasChanged = true
    const added = labelIds.filter((id) => !card.labelIds.includes(id))
    const removed = card.labelIds.filter((id) => !labelIds.includes(id))
    this.recordCard('card.labels', card, labelIds.join(' '), { added, removed })
  }

  protected async updateLabels(card: StoredCard): Promise<void> {
    await replaceCardLabels(this.tx, [card])
  }

  async createLabel({ name, color }: { name: string; color: string }): Promise<StoredLabel> {
    const { id } = await this.tx
      .insertInto('labels')
      .values({
        board_id: this.boardId,
        name,
        color,
        name_key: nameKey(name),
        ...this.creation(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    this.#hasChanged = true
    this.record('label.create', labelSubject(id), name, { facts: { label: name } })
    return { id, name, color, taskCount: 0 }
  }

  async changeLabel(
    label: StoredLabel,
    change: { name: string; color: string },
  ): Promise<StoredLabel> {
    const { name, color } = change
    if (label.name === name && label.color === color) return label
    await this.tx
      .updateTable('labels')
      // The key of a name from an earlier version can be that of another label by now.
      .set({ name, color, ...(name === label.name ? {} : { name_key: nameKey(name) }) })
      .where('id', '=', label.id)
      .execute()
    this.#hasChanged = true
    const facts = { label: name, ...(name === label.name ? {} : { from: label.name }) }
    this.record('label.change', labelSubject(label.id), `${name}, ${color}`, { facts })
    return { ...label, name, color }
  }

  /** Removes it from every card (spec 4.6). */
  async deleteLabel(label: StoredLabel): Promise<void> {
    await this.tx.deleteFrom('card_labels').where('label_id', '=', label.id).execute()
    await this.tx.deleteFrom('labels').where('id', '=', label.id).execute()
    this.#hasChanged = true
    this.record('label.delete', labelSubject(label.id), label.name, {
      facts: { label: label.name },
    })
  }

  recordIntent({ id, cardId, fromStageId, toStageId }: PromotionIntent): void {
    this.#intents.set(id, {
      id,
      board_id: this.boardId,
      card_id: cardId,
      from_stage_id: fromStageId,
      to_stage_id: toStageId,
      actor: this.context.actor,
      state: 'pending',
      created_at: this.context.now.toISOString(),
    })
  }

  finishIntent(id: string, state: IntentState): void {
    const own = this.#intents.get(id)
    if (own) own.state = state
    else this.#finished.set(id, state)
  }

  /** Adds a line to the audit that people see on the board. */
  recordCard(action: string, card: AuditedCard, detail: string, facts: ActivityFacts = {}): void {
    this.record(action, `card ${card.number}`, detail, aboutCard(card, facts))
  }

  /** Adds a line to the audit. With facts, people see it on the board. */
  record(action: string, subject: string, detail: string, about: AuditFacts = {}): void {
    const { context, boardId } = this
    this.#audit.push(auditLine(context, boardId, { action, subject, detail, ...about }))
  }

  /** Columns of a new row. */
  creation(): { created_at: string; created_by: string } {
    return { created_at: this.context.now.toISOString(), created_by: this.context.actor }
  }

  /**
   * To be called once at the end of the transaction, with all of its writes: saves the intents and
   * the audit, and increases the revisions of the boards that have changed. Returns their ids.
   */
  static async finish(writes: readonly BoardWriter[]): Promise<number[]> {
    const [first] = writes
    if (!first) return []
    const intents = writes.flatMap((write) => [...write.#intents.values()])
    await insertIntents(first.tx, intents)
    const finished = writes.flatMap((write) => [...write.#finished])
    await setIntentStates(first.tx, new Map(finished))
    const lines = writes.flatMap((write) => write.#audit)
    await insertAudit(first.tx, lines)
    const changed = writes.filter((write) => write.#hasChanged).map(({ boardId }) => boardId)
    const boardIds = [...new Set(changed)]
    await increaseRevisions(first.tx, boardIds)
    return boardIds
  }
}

function isSameList(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index])
}
