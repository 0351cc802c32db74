import type { Kysely, Selectable, Transaction } from 'kysely'
import { type CardWriteConflict, moveToEnd, RollbackError, replaceLabels } from './card-rows.ts'
import { isNameTaken, type LabelRow, labelIdsAmong, labelRows, nameKey } from './label-rows.ts'
import type { Tables } from './tables.ts'

export type StageRow = Selectable<Tables['stages']>
export type CardRow = Selectable<Tables['cards']>

/** Result of a label write. */
export type LabelWrite = { label: LabelRow } | { failed: 'name-taken' | 'missing' }

/** Every method filters by board, so an id of another board is never found. */
export class BoardStore {
  constructor(private readonly db: Kysely<Tables>) {}

  /**
   * Increases with every change of a board. Two loads with the same revision return the same data.
   */
  async revision(boardId: number): Promise<number> {
    return revisionOf(this.db, boardId)
  }

  async projectIds(boardId: number): Promise<number[]> {
    const rows = await this.db
      .selectFrom('projects')
      .select('id')
      .where('board_id', '=', boardId)
      .orderBy('id')
      .execute()
    return rows.map((row) => row.id)
  }

  /** A board's stages in flow order. */
  async stages(boardId: number): Promise<StageRow[]> {
    return this.db
      .selectFrom('stages')
      .selectAll()
      .where('board_id', '=', boardId)
      .orderBy('position')
      .execute()
  }

  /** A project's cards in column order, each with its label ids. */
  async cards(boardId: number, projectId: number): Promise<(CardRow & { labelIds: number[] })[]> {
    const cards = await this.db
      .selectFrom('cards')
      .selectAll()
      .where('board_id', '=', boardId)
      .where('project_id', '=', projectId)
      .orderBy('position')
      .orderBy('id')
      .execute()
    const links = await this.db
      .selectFrom('card_labels')
      .innerJoin('cards', 'cards.id', 'card_labels.card_id')
      .select(['card_id', 'label_id'])
      .where('board_id', '=', boardId)
      .where('project_id', '=', projectId)
      .orderBy('card_labels.position')
      .execute()
    const byCard = new Map<number, number[]>()
    for (const { card_id, label_id } of links) {
      const ids = byCard.get(card_id)
      if (ids) ids.push(label_id)
      else byCard.set(card_id, [label_id])
    }
    return cards.map((card) => ({ ...card, labelIds: byCard.get(card.id) ?? [] }))
  }

  async card(
    boardId: number,
    number: number,
  ): Promise<(CardRow & { labelIds: number[] }) | undefined> {
    const card = await this.db
      .selectFrom('cards')
      .selectAll()
      .where('board_id', '=', boardId)
      .where('number', '=', number)
      .executeTakeFirst()
    if (!card) return undefined
    const links = await this.db
      .selectFrom('card_labels')
      .select('label_id')
      .where('card_id', '=', card.id)
      .orderBy('position')
      .execute()
    return { ...card, labelIds: links.map((link) => link.label_id) }
  }

  /**
   * Changes the stage and the whole label set of a card in one transaction. A moved card becomes
   * the last in its stage, and a promotion clears its block. [gap G4] [gap G22]
   */
  async writeCard(
    boardId: number,
    card: { id: number; fromStageId: number },
    change: { toStageId?: number; promoted?: boolean; labelIds?: readonly number[] },
    ifRevision?: number,
  ): Promise<'written' | CardWriteConflict> {
    const update = async (tx: Transaction<Tables>) => {
      const revision = await revisionOf(tx, boardId)
      // This write has already increased the revision by one.
      if (ifRevision !== undefined && revision !== ifRevision + 1)
        throw new RollbackError('board-changed')
      const { toStageId, promoted = false, labelIds } = change
      if (toStageId !== undefined) await moveToEnd(tx, boardId, card, { toStageId, promoted })
      if (labelIds) await replaceLabels(tx, boardId, card.id, labelIds)
      return 'written' as const
    }
    try {
      return await this.write(boardId, update)
    } catch (error) {
      if (error instanceof RollbackError) return error.conflict
      throw error
    }
  }

  /** Stores why a promotion of the card was refused (spec section 3). */
  async blockCard(
    boardId: number,
    cardId: number,
    blocked: { reason: string; code: string; at: string },
  ): Promise<void> {
    await this.write(boardId, async (tx) => {
      await tx
        .updateTable('cards')
        .set({ blocked_reason: blocked.reason, blocked_code: blocked.code, blocked_at: blocked.at })
        .where('id', '=', cardId)
        .execute()
    })
  }

  async labels(boardId: number): Promise<LabelRow[]> {
    return labelRows(this.db).where('labels.board_id', '=', boardId).orderBy('name_key').execute()
  }

  /** Filters the ids to those of labels on this board. */
  async knownLabelIds(boardId: number, ids: readonly number[]): Promise<Set<number>> {
    return labelIdsAmong(this.db, boardId, ids)
  }

  /** Names are unique on a board and not case-sensitive. */
  async createLabel(boardId: number, label: { name: string; color: string }): Promise<LabelWrite> {
    return this.write(boardId, async (tx) => {
      if (await isNameTaken(tx, boardId, label.name, undefined)) return { failed: 'name-taken' }
      const row = await tx
        .insertInto('labels')
        .values({ board_id: boardId, ...label, name_key: nameKey(label.name) })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { label: { id: row.id, ...label, taskCount: 0 } }
    })
  }

  async patchLabel(
    boardId: number,
    id: number,
    change: { name?: string; color?: string },
  ): Promise<LabelWrite> {
    return this.write(boardId, async (tx) => {
      const before = await labelRows(tx)
        .where('labels.board_id', '=', boardId)
        .where('labels.id', '=', id)
        .executeTakeFirst()
      if (!before) return { failed: 'missing' }
      const name = change.name ?? before.name
      if (await isNameTaken(tx, boardId, name, id)) return { failed: 'name-taken' }
      const color = change.color ?? before.color
      await tx
        .updateTable('labels')
        .set({ name, name_key: nameKey(name), color })
        .where('id', '=', id)
        .execute()
      return { label: { ...before, name, color } }
    })
  }

  /**
   * Deletes a label and removes it from every card (spec 4.6). False when the label doesn't exist.
   */
  async deleteLabel(boardId: number, id: number): Promise<boolean> {
    return this.write(boardId, async (tx) => {
      const known = await tx
        .selectFrom('labels')
        .select('id')
        .where('board_id', '=', boardId)
        .where('id', '=', id)
        .executeTakeFirst()
      if (!known) return false
      await tx.deleteFrom('card_labels').where('label_id', '=', id).execute()
      await tx.deleteFrom('labels').where('id', '=', id).execute()
      return true
    })
  }

  /**
   * Runs a transaction that increases the board's revision first, so that writes to one board run
   * one after another.
   */
  private async write<T>(
    boardId: number,
    update: (tx: Transaction<Tables>) => Promise<T>,
  ): Promise<T> {
    return this.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('boards')
        .set((eb) => ({ revision: eb('revision', '+', 1) }))
        .where('id', '=', boardId)
        .execute()
      return update(tx)
    })
  }
}

async function revisionOf(db: Kysely<Tables>, boardId: number): Promise<number> {
  const row = await db
    .selectFrom('boards')
    .select('revision')
    .where('id', '=', boardId)
    .executeTakeFirstOrThrow()
  return row.revision
}
