import type { Kysely, Selectable } from 'kysely'
import { inChunks } from './in-chunks.ts'
import type { Tables } from './tables.ts'

/** `taskCount` is the number of cards with this label. */
export type StoredLabel = Pick<Selectable<Tables['labels']>, 'id' | 'name' | 'color'> & {
  taskCount: number
}

/** Query for all labels with their counts. Filter it by board or id. */
export function labelRows(db: Kysely<Tables>) {
  return db
    .selectFrom('labels')
    .select((eb) => [
      'labels.id',
      'labels.name',
      'labels.color',
      eb
        .selectFrom('card_labels')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('card_labels.label_id', '=', 'labels.id')
        .$castTo<{ n: number }>()
        .as('taskCount'),
    ])
    .$castTo<StoredLabel>()
}

/** Filters the ids to those of labels on the board. */
export async function labelIdsAmong(
  db: Kysely<Tables>,
  boardId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const query = db.selectFrom('labels').select('id').where('board_id', '=', boardId)
  const rows = await query.where('id', 'in', [...ids]).execute()
  return new Set(rows.map((row) => row.id))
}

interface LabeledCard {
  id: number
  labelIds: readonly number[]
}

/** Stores the whole label sets of these cards, in their order. */
export async function replaceCardLabels(
  db: Kysely<Tables>,
  cards: readonly LabeledCard[],
): Promise<void> {
  await inChunks(cards, (chunk) => {
    const ids = chunk.map(({ id }) => id)
    return db.deleteFrom('card_labels').where('card_id', 'in', ids).execute()
  })
  const rows = cards.flatMap(({ id, labelIds }) =>
    labelIds.map((label_id, position) => ({ card_id: id, label_id, position })),
  )
  await inChunks(rows, (chunk) => db.insertInto('card_labels').values(chunk).execute())
}
