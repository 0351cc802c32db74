import { type Kysely, type Selectable, sql } from 'kysely'
import { compileOnce } from './compile-once.ts'
import { oneOrMany } from './in-chunks.ts'
import type { Tables } from './tables.ts'

// Columns have names here: with `*`, a column that a newer release adds would end what is prepared.
const CARD_COLUMNS = [
  'cards.id',
  'cards.board_id',
  'number',
  'title',
  'project_id',
  'stage_id',
  'cards.position',
  'priority',
  'assignee_id',
  'assignee_name',
  'blocked_reason',
  'blocked_code',
  'blocked_at',
  'cards.created_at',
  'cards.created_by',
] as const

/** The number of a card is unique on its board. */
export interface CardNumber {
  boardId: number
  number: number
}

/** One row for each label of a card, and one without a label if it has none. */
function cardRows(db: Kysely<Tables>) {
  return db
    .selectFrom('cards')
    .leftJoin('card_labels', 'card_labels.card_id', 'cards.id')
    .leftJoin('branches', 'branches.card_id', 'cards.id')
    .select(CARD_COLUMNS)
    .select('card_labels.label_id')
    .select(['branches.name as branch_name', 'head', 'evidence', 'preview', 'refusal', 'pull'])
    .orderBy('card_labels.position')
}

export type CardLabelRow = Awaited<ReturnType<ReturnType<typeof cardRows>['execute']>>[number]

const findOneCard = compileOnce((db, { boardId, number }: CardNumber) =>
  cardRows(db).where('cards.board_id', '=', boardId).where('number', '=', number),
)

/** Rows of all of these cards, which can be on several boards. */
export function findCardRows(
  db: Kysely<Tables>,
  cards: readonly CardNumber[],
): Promise<CardLabelRow[]> {
  const findMany = (chunk: typeof cards) => {
    const boardIds = new Set(chunk.map(({ boardId }) => boardId))
    const numbersOn = (boardId: number) =>
      chunk.flatMap((card) => (card.boardId === boardId ? card.number : []))
    return cardRows(db)
      .where((eb) =>
        eb.or(
          [...boardIds].map((boardId) =>
            eb.and([eb('cards.board_id', '=', boardId), eb('number', 'in', numbersOn(boardId))]),
          ),
        ),
      )
      .execute()
  }
  return oneOrMany(cards, (card) => findOneCard(db, card), findMany)
}

/** Position of the last card of the stage, if it has one. */
export const findLastPosition = compileOnce((db, stage: { boardId: number; stageId: number }) =>
  db
    .selectFrom('cards')
    .select((eb) => eb.fn.max('position').as('last'))
    .where('board_id', '=', stage.boardId)
    .where('stage_id', '=', stage.stageId),
)

/** What a move or a refusal changes. */
export type MovedCard = Pick<
  Selectable<Tables['cards']>,
  'id' | 'stage_id' | 'position' | 'blocked_reason' | 'blocked_code' | 'blocked_at'
>

const updateMovedCard = compileOnce((db, card: MovedCard) =>
  db
    .updateTable('cards')
    .set({
      stage_id: card.stage_id,
      position: card.position,
      blocked_reason: card.blocked_reason,
      blocked_code: card.blocked_code,
      blocked_at: card.blocked_at,
    })
    .where('id', '=', card.id),
)

export async function updateMovedCards(
  db: Kysely<Tables>,
  cards: readonly MovedCard[],
): Promise<void> {
  const updateMany = async (chunk: typeof cards) => {
    // For PostgreSQL, a parameter in a list of values is a text.
    const moved = chunk.map(
      (card) => sql`(
        cast(${card.id} as integer), cast(${card.stage_id} as integer),
        cast(${card.position} as integer), cast(${card.blocked_reason} as text),
        cast(${card.blocked_code} as text), cast(${card.blocked_at} as text))`,
    )
    const { rows } = await sql<never>`
      with moved (id, stage_id, position, blocked_reason, blocked_code, blocked_at) as (
        values ${sql.join(moved)})
      update cards set
        stage_id = moved.stage_id, position = moved.position,
        blocked_reason = moved.blocked_reason, blocked_code = moved.blocked_code,
        blocked_at = moved.blocked_at
      from moved where cards.id = moved.id`.execute(db)
    return rows
  }
  await oneOrMany(cards, (card) => updateMovedCard(db, card), updateMany)
}

const findGateFact = compileOnce((db, { cardId }: { cardId: number }) => gateFacts(db, [cardId]))

/** What the scripted gate says about the cards with these ids. */
export function findGateFacts(
  db: Kysely<Tables>,
  cardIds: readonly number[],
): Promise<Selectable<Tables['gate_facts']>[]> {
  const findMany = (chunk: typeof cardIds) => gateFacts(db, chunk).execute()
  return oneOrMany(cardIds, (cardId) => findGateFact(db, { cardId }), findMany)
}

function gateFacts(db: Kysely<Tables>, cardIds: readonly number[]) {
  return db
    .selectFrom('gate_facts')
    .select(['card_id', 'code', 'reason'])
    .where('card_id', 'in', cardIds)
}
