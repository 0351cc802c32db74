import type { Kysely, Selectable, Transaction } from 'kysely'
import { type LabelRow, labelIdsAmong, labelRows, nameKey, nameTaken } from './label-rows.ts'
import type { Tables } from './tables.ts'

/** A stage row. */
export type StageRow = Selectable<Tables['stages']>
/** A card row. */
export type CardRow = Selectable<Tables['cards']>

/** What a label write came to. */
export type LabelWrite = { done: LabelRow } | { failed: 'name-taken' | 'missing' }

/** All queries of boards. Every method is bound to one board: an id of another board is never found. */
export class BoardStore {
  constructor(private readonly db: Kysely<Tables>) {}

  /** Counts every change of a board; two reads with one revision answer the same. */
  async revision(boardId: number): Promise<number> {
    return revisionOf(this.db, boardId)
  }

  /** Ids of a board's projects. */
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
    return this.db.selectFrom('stages').selectAll().where('board_id', '=', boardId).orderBy('position').execute()
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

  /** One card by its number. */
  async card(boardId: number, number: number): Promise<(CardRow & { labelIds: number[] }) | undefined> {
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

  /** Changes a card in one transaction: its stage (appended last, no longer blocked) and its whole label set. [gap G4] [gap G22] */
  async writeCard(
    boardId: number,
    card: { id: number; fromStageId: number },
    change: { toStageId?: number; promoted?: boolean; labelIds?: readonly number[] },
    ifRevision?: number,
  ): Promise<'done' | NotWritten> {
    const act = async (tx: Transaction<Tables>) => {
      const now = await revisionOf(tx, boardId)
      // This write has raised it by one already.
      if (ifRevision !== undefined && now !== ifRevision + 1) throw new Abandoned('board-changed')
      if (change.toStageId !== undefined) {
        const last = await tx
          .selectFrom('cards')
          .select((eb) => eb.fn.max('position').as('position'))
          .where('board_id', '=', boardId)
          .where('stage_id', '=', change.toStageId)
          .executeTakeFirst()
        const moved = await tx
          .updateTable('cards')
          .set({
            stage_id: change.toStageId,
            position: Number(last?.position ?? 0) + 1,
            ...(change.promoted ? { blocked_reason: null, blocked_code: null, blocked_at: null } : {}),
          })
          .where('id', '=', card.id)
          .where('stage_id', '=', card.fromStageId)
          .executeTakeFirst()
        if (Number(moved.numUpdatedRows) === 0) throw new Abandoned('moved-meanwhile')
      }
      if (change.labelIds) {
        await tx.deleteFrom('card_labels').where('card_id', '=', card.id).execute()
        const rows = change.labelIds.map((label_id, position) => ({ card_id: card.id, label_id, position }))
        const known = rows.length > 0 ? await labelIdsAmong(tx, boardId, change.labelIds) : new Set<number>()
        if (rows.some((row) => !known.has(row.label_id))) throw new Abandoned('label-gone')
        if (rows.length > 0) await tx.insertInto('card_labels').values(rows).execute()
      }
      return 'done' as const
    }
    try {
      return await this.write(boardId, act)
    } catch (error) {
      if (error instanceof Abandoned) return error.why
      throw error
    }
  }

  /** Records on the card why its promotion was refused (spec section 3). */
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

  /** Every label of a board, by name, with its count. */
  async labels(boardId: number): Promise<LabelRow[]> {
    return labelRows(this.db).where('labels.board_id', '=', boardId).orderBy('name_key').execute()
  }

  /** The ids among these that are labels of this board. */
  async knownLabelIds(boardId: number, ids: readonly number[]): Promise<Set<number>> {
    return labelIdsAmong(this.db, boardId, ids)
  }

  /** Creates a label; names are unique on a board without regard to case. */
  async createLabel(boardId: number, label: { name: string; color: string }): Promise<LabelWrite> {
    return this.write(boardId, async (tx) => {
      if (await nameTaken(tx, boardId, label.name, undefined)) return { failed: 'name-taken' }
      const row = await tx
        .insertInto('labels')
        .values({ board_id: boardId, ...label, name_key: nameKey(label.name) })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { done: { id: row.id, ...label, taskCount: 0 } }
    })
  }

  /** Renames or recolours a label. */
  async patchLabel(boardId: number, id: number, change: { name?: string; color?: string }): Promise<LabelWrite> {
    return this.write(boardId, async (tx) => {
      const before = await labelRows(tx)
        .where('labels.board_id', '=', boardId)
        .where('labels.id', '=', id)
        .executeTakeFirst()
      if (!before) return { failed: 'missing' }
      const name = change.name ?? before.name
      if (await nameTaken(tx, boardId, name, id)) return { failed: 'name-taken' }
      const color = change.color ?? before.color
      await tx
        .updateTable('labels')
        .set({ name, name_key: nameKey(name), color })
        .where('id', '=', id)
        .execute()
      return { done: { ...before, name, color } }
    })
  }

  /** Deletes a label and takes it off every card (spec 4.6). False when there is none. */
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

  /** One transaction that raises the board's revision first, so that writers of one board queue up behind each other. */
  private async write<T>(boardId: number, act: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
    return this.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('boards')
        .set((eb) => ({ revision: eb('revision', '+', 1) }))
        .where('id', '=', boardId)
        .execute()
      return act(tx)
    })
  }
}

/** Why a card was not written, though nothing failed: others were quicker. */
export type NotWritten = 'moved-meanwhile' | 'label-gone' | 'board-changed'

/** Ends a transaction without a trace, not even a raised revision. */
class Abandoned extends Error {
  constructor(readonly why: NotWritten) {
    super(why)
  }
}

async function revisionOf(db: Kysely<Tables>, boardId: number): Promise<number> {
  const row = await db.selectFrom('boards').select('revision').where('id', '=', boardId).executeTakeFirstOrThrow()
  return row.revision
}
