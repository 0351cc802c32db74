import type { Transaction } from 'kysely'
import { labelIdsAmong } from './label-rows.ts'
import type { Tables } from './tables.ts'

/** Why a card was not written: another write changed the board first. */
export type CardWriteConflict = 'card-moved' | 'label-missing' | 'board-changed'

/** Rolls back the whole transaction, including the increased revision. */
export class RollbackError extends Error {
  constructor(readonly conflict: CardWriteConflict) {
    super(conflict)
  }
}

/** Moves the card to the end of a stage. A promotion clears the reason of the last refusal. */
export async function moveToEnd(
  tx: Transaction<Tables>,
  boardId: number,
  card: { id: number; fromStageId: number },
  { toStageId, promoted }: { toStageId: number; promoted: boolean },
): Promise<void> {
  const last = await tx
    .selectFrom('cards')
    .select((eb) => eb.fn.max('position').as('position'))
    .where('board_id', '=', boardId)
    .where('stage_id', '=', toStageId)
    .executeTakeFirst()
  const unblocked = { blocked_reason: null, blocked_code: null, blocked_at: null }
  const moved = await tx
    .updateTable('cards')
    .set({
      stage_id: toStageId,
      position: Number(last?.position ?? 0) + 1,
      ...(promoted ? unblocked : {}),
    })
    .where('id', '=', card.id)
    .where('stage_id', '=', card.fromStageId)
    .executeTakeFirst()
  if (Number(moved.numUpdatedRows) === 0) throw new RollbackError('card-moved')
}

export async function replaceLabels(
  tx: Transaction<Tables>,
  boardId: number,
  cardId: number,
  labelIds: readonly number[],
): Promise<void> {
  await tx.deleteFrom('card_labels').where('card_id', '=', cardId).execute()
  if (labelIds.length === 0) return
  const known = await labelIdsAmong(tx, boardId, labelIds)
  if (labelIds.some((id) => !known.has(id))) throw new RollbackError('label-missing')
  const rows = labelIds.map((label_id, position) => ({ card_id: cardId, label_id, position }))
  await tx.insertInto('card_labels').values(rows).execute()
}
