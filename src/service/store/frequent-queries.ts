import { type Kysely, type Selectable, sql } from 'kysely'
import { compileOnce } from './compile-once.ts'
import { oneOrMany } from './in-chunks.ts'
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
  'hide_after_days',
] as const

export const findRevision = compileOnce((db, { boardId }: Board) =>
  db.selectFrom('boards').select('revision').where('id', '=', boardId),
)

/** Other writers wait until the transaction ends. PostgreSQL only. */
export const lockBoard = compileOnce((db, { boardId }: Board) =>
  db.selectFrom('boards').select('id').where('id', '=', boardId).forUpdate(),
)

const lockFreeBoard = compileOnce((db, { boardId }: Board) => freeBoards(db, [boardId]))

/** Locks those of the boards that nobody else has locked, without waiting, and returns them. */
export function lockFreeBoards(
  db: Kysely<Tables>,
  boardIds: readonly number[],
): Promise<{ id: number }[]> {
  const lockMany = (chunk: typeof boardIds) => freeBoards(db, chunk).execute()
  return oneOrMany(boardIds, (boardId) => lockFreeBoard(db, { boardId }), lockMany)
}

function freeBoards(db: Kysely<Tables>, boardIds: readonly number[]) {
  return db.selectFrom('boards').select('id').where('id', 'in', boardIds).forUpdate().skipLocked()
}

const increaseRevision = compileOnce((db, { boardId }: Board) => nextRevisions(db, [boardId]))

export async function increaseRevisions(
  db: Kysely<Tables>,
  boardIds: readonly number[],
): Promise<void> {
  const increaseMany = (chunk: typeof boardIds) => nextRevisions(db, chunk).execute()
  await oneOrMany(boardIds, (boardId) => increaseRevision(db, { boardId }), increaseMany)
}

function nextRevisions(db: Kysely<Tables>, boardIds: readonly number[]) {
  return db.updateTable('boards').set({ revision: sql`revision + 1` }).where('id', 'in', boardIds)
}

/** In flow order. */
export const findStages = compileOnce((db, { boardId }: Board) =>
  stagesOf(db, [boardId]).select(STAGE_COLUMNS),
)

const findStagesAndEnds = compileOnce((db, { boardId }: Board) => stagesAndEnds(db, [boardId]))

type StageAndEnd = Selectable<Tables['stages']> & { last_position: number | null }

/** In flow order, with the position of the last card in each. */
export function findAllStages(
  db: Kysely<Tables>,
  boardIds: readonly number[],
): Promise<StageAndEnd[]> {
  const findMany = (chunk: typeof boardIds) => stagesAndEnds(db, chunk).execute()
  return oneOrMany(boardIds, (boardId) => findStagesAndEnds(db, { boardId }), findMany)
}

function stagesOf(db: Kysely<Tables>, boardIds: readonly number[]) {
  return db.selectFrom('stages').where('board_id', 'in', boardIds).orderBy('position').orderBy('id')
}

function stagesAndEnds(db: Kysely<Tables>, boardIds: readonly number[]) {
  return stagesOf(db, boardIds)
    .select(STAGE_COLUMNS)
    .select((eb) =>
      eb
        .selectFrom('cards')
        .select((cards) => cards.fn.max('cards.position').as('last'))
        .whereRef('cards.board_id', '=', 'stages.board_id')
        .whereRef('cards.stage_id', '=', 'stages.id')
        .as('last_position'),
    )
}

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

export async function insertIntents(
  db: Kysely<Tables>,
  rows: readonly Tables['move_intents'][],
): Promise<void> {
  const insertMany = (chunk: typeof rows) => db.insertInto('move_intents').values(chunk).execute()
  await oneOrMany(rows, (row) => insertIntent(db, row), insertMany)
}

export type IntentState = Exclude<Tables['move_intents']['state'], 'pending'>

const setIntentState = compileOnce((db, { id, state }: { id: string; state: IntentState }) =>
  updateIntents(db, [id], state),
)

/** By the ids of intents that are stored. */
export async function setIntentStates(
  db: Kysely<Tables>,
  states: ReadonlyMap<string, IntentState>,
): Promise<void> {
  for (const state of new Set(states.values())) {
    const ids = [...states].flatMap(([id, own]) => (own === state ? id : []))
    const updateMany = (chunk: readonly string[]) => updateIntents(db, chunk, state).execute()
    await oneOrMany(ids, (id) => setIntentState(db, { id, state }), updateMany)
  }
}

function updateIntents(db: Kysely<Tables>, ids: readonly string[], state: IntentState) {
  return db.updateTable('move_intents').set({ state }).where('id', 'in', ids)
}

export type AuditLine = Omit<Selectable<Tables['audit']>, 'id'>

const insertAuditLine = compileOnce((db, row: AuditLine) =>
  db.insertInto('audit').values({
    at: row.at,
    actor: row.actor,
    board_id: row.board_id,
    action: row.action,
    subject: row.subject,
    detail: row.detail,
    project_id: row.project_id,
    facts: row.facts,
  }),
)

/** Adds the lines in their order. */
export async function insertAudit(db: Kysely<Tables>, lines: readonly AuditLine[]): Promise<void> {
  const insertMany = (chunk: typeof lines) => db.insertInto('audit').values(chunk).execute()
  await oneOrMany(lines, (line) => insertAuditLine(db, line), insertMany)
}

interface ActiveSecret {
  hash: string
  /** ISO 8601. */
  now: string
}

const findCredential = compileOnce((db, { hash, now }: ActiveSecret) =>
  activeCredentials(db, [hash], now),
)

/**
 * The credentials of active secrets: one row for each of their boards, and one row without a board
 * for one that has none.
 */
export function findCredentials(
  db: Kysely<Tables>,
  hashes: readonly string[],
  now: string,
): Promise<ActiveCredentialRow[]> {
  const findMany = (chunk: typeof hashes) => activeCredentials(db, chunk, now).execute()
  return oneOrMany(hashes, (hash) => findCredential(db, { hash, now }), findMany)
}

export type ActiveCredentialRow = Awaited<
  ReturnType<ReturnType<typeof activeCredentials>['execute']>
>[number]

function activeCredentials(db: Kysely<Tables>, hashes: readonly string[], now: string) {
  return db
    .selectFrom('secrets')
    .innerJoin('credentials', 'credentials.id', 'secrets.credential_id')
    .leftJoin('credential_boards', 'credential_boards.credential_id', 'credentials.id')
    .leftJoin('boards', 'boards.id', 'credential_boards.board_id')
    .select(['credentials.id', 'client_id', 'credentials.name', 'scopes', 'hash'])
    .select(['last_used_on', 'expires_at', 'board_id', 'organization_id', 'role'])
    .select('boards.name as board_name')
    .where('hash', 'in', hashes)
    .where('retired_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('board_id')
}
