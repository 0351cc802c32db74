import { type Kysely, sql } from 'kysely'
import { compileOnce } from './compile-once.ts'
import { inChunks } from './in-chunks.ts'
import type { Tables } from './tables.ts'

interface Board {
  boardId: number
}

// Columns have names here: with `*`, a column that a newer release adds would end what is prepared.
const STAGE_COLUMNS = [
  'id',
  'board_id',
  'name',
  'min_role',
  'position',
  'branch',
  'tag',
  'locked_reason',
] as const
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

export const findRevision = compileOnce((db, { boardId }: Board) =>
  db.selectFrom('boards').select('revision').where('id', '=', boardId),
)

/** Other writers wait until the transaction ends. PostgreSQL only. */
export const lockBoard = compileOnce((db, { boardId }: Board) =>
  db.selectFrom('boards').select('id').where('id', '=', boardId).forUpdate(),
)

export const increaseRevision = compileOnce((db, { boardId }: Board) =>
  db.updateTable('boards').set({ revision: sql`revision + 1` }).where('id', '=', boardId),
)

/** In flow order. */
export const findStages = compileOnce((db, { boardId }: Board) =>
  db
    .selectFrom('stages')
    .select(STAGE_COLUMNS)
    .where('board_id', '=', boardId)
    .orderBy('position')
    .orderBy('id'),
)

/** One row for each label of the card, and one without a label if it has none. */
export const findCardRows = compileOnce((db, card: Board & { number: number }) =>
  db
    .selectFrom('cards')
    .leftJoin('card_labels', 'card_labels.card_id', 'cards.id')
    .leftJoin('branches', 'branches.card_id', 'cards.id')
    .select(CARD_COLUMNS)
    .select('card_labels.label_id')
    .select(['branches.name as branch_name', 'head', 'evidence', 'preview'])
    .where('cards.board_id', '=', card.boardId)
    .where('number', '=', card.number)
    .orderBy('card_labels.position'),
)

/** Returns the new position: the end of the stage. */
export const moveToStage = compileOnce((db, move: Board & { cardId: number; stageId: number }) =>
  db
    .updateTable('cards')
    .set({
      stage_id: move.stageId,
      position: db
        .selectFrom('cards')
        .select(sql<number>`coalesce(max(position), 0) + 1`.as('position'))
        .where('board_id', '=', move.boardId)
        .where('stage_id', '=', move.stageId),
    })
    .where('id', '=', move.cardId)
    .returning('position'),
)

const insertIntent = compileOnce((db, row: Tables['move_intents']) =>
  db.insertInto('move_intents').values({
    id: row.id,
    board_id: row.board_id,
    card_id: row.card_id,
    from_stage_id: row.from_stage_id,
    to_stage_id: row.to_stage_id,
    actor: row.actor,
    state: row.state,
    created_at: row.created_at,
  }),
)

export function insertIntents(
  db: Kysely<Tables>,
  rows: readonly Tables['move_intents'][],
): Promise<void> {
  const insertMany = (chunk: typeof rows) => db.insertInto('move_intents').values(chunk).execute()
  return insertRows(rows, (row) => insertIntent(db, row), insertMany)
}

export const setIntentState = compileOnce(
  (db, { id, state }: Pick<Tables['move_intents'], 'id' | 'state'>) =>
    db.updateTable('move_intents').set({ state }).where('id', '=', id),
)

type AuditLine = Omit<Tables['audit'], 'id'>

const insertAuditLine = compileOnce((db, row: AuditLine) =>
  db.insertInto('audit').values({
    at: row.at,
    actor: row.actor,
    board_id: row.board_id,
    action: row.action,
    subject: row.subject,
    detail: row.detail,
  }),
)

/** Adds the lines in their order. */
export function insertAudit(db: Kysely<Tables>, lines: readonly AuditLine[]): Promise<void> {
  const insertMany = (chunk: typeof lines) => db.insertInto('audit').values(chunk).execute()
  return insertRows(lines, (line) => insertAuditLine(db, line), insertMany)
}

/** One row is the usual case, and its query is compiled. */
async function insertRows<Row>(
  rows: readonly Row[],
  insertOne: (row: Row) => Promise<unknown>,
  insertMany: (rows: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  const [first, second] = rows
  if (first && !second) await insertOne(first)
  else await inChunks(rows, insertMany)
}

/**
 * The credential of an active secret: one row for each of its boards, and one row without a board
 * if it has none.
 */
export const findCredential = compileOnce((db, { hash, now }: { hash: string; now: string }) =>
  db
    .selectFrom('secrets')
    .innerJoin('credentials', 'credentials.id', 'secrets.credential_id')
    .leftJoin('credential_boards', 'credential_boards.credential_id', 'credentials.id')
    .leftJoin('boards', 'boards.id', 'credential_boards.board_id')
    .select(['credentials.id', 'client_id', 'credentials.name', 'scopes', 'hash'])
    .select(['last_used_on', 'expires_at', 'board_id', 'organization_id', 'role'])
    .where('hash', '=', hash)
    .where('retired_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('board_id'),
)

/** What the scripted gate says about a card. */
export const findGateFact = compileOnce((db, { cardId }: { cardId: number }) =>
  db.selectFrom('gate_facts').select(['code', 'reason']).where('card_id', '=', cardId),
)
