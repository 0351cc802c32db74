import type { Kysely } from 'kysely'
import { BoardStore } from '../../store/board-store.ts'
import type { BoardWriter } from '../../store/board-writer.ts'
import type { Refusal } from '../../store/evidence.ts'
import type { Database } from '../../store/open-database.ts'
import type { Tables } from '../../store/tables.ts'
import { writeTransaction } from '../../store/write-transaction.ts'
import type { NetChange } from '../contents/net-changes.ts'
import { parseFacts, parseNetChange, type StageFact } from '../contents/stage-facts.ts'
import type { RefUpdate } from '../git/repository.ts'
import type { BoardConfig } from './board-config.ts'

/** The branch of a card, as the last sync saw it. */
export interface StoredBranch {
  cardId: number
  name: string
  head: string
  missingSyncs: number
  /** The branch that the last refused move led to. */
  blockedTarget: string | undefined
  /** JSON: whose move that was. */
  refusal: string | null
  /** What each stage has of it. */
  facts: readonly StageFact[]
  /** What it changes; undefined without a history in common with a stage. */
  net: NetChange | undefined
  /** JSON of Evidence and of Preview. */
  evidence: string | null
  preview: string | null
  /** JSON of Pull. */
  pull: string | null
}

export async function findBoard(
  db: Kysely<Tables>,
  source: string,
): Promise<{ boardId: number; config: string | null; defaultBranch: string | null } | undefined> {
  const row = await db
    .selectFrom('repositories')
    .select(['board_id', 'config', 'default_branch'])
    .where('source', '=', source)
    .executeTakeFirst()
  if (!row) return undefined
  return { boardId: row.board_id, config: row.config, defaultBranch: row.default_branch }
}

/** The next start reads .board.json from the same branch. */
export async function saveDefaultBranch(
  db: Kysely<Tables>,
  boardId: number,
  branch: string,
): Promise<void> {
  await db
    .updateTable('repositories')
    .set({ default_branch: branch })
    .where('board_id', '=', boardId)
    .execute()
}

/** Boards over repositories, whether these are open now or not. */
export async function repositoryBoardIds(db: Kysely<Tables>): Promise<Set<number>> {
  const rows = await db.selectFrom('repositories').select('board_id').execute()
  return new Set(rows.map((row) => row.board_id))
}

/** The last .board.json without a fault, and the links of the forge where it names none. */
export async function saveConfig(
  board: BoardWriter,
  config: BoardConfig,
  forgeWeb?: BoardConfig['web'],
): Promise<void> {
  const links = config.web ?? forgeWeb
  const web = links === undefined ? null : JSON.stringify(links)
  if ((await board.repository())?.web !== web) board.markChanged()
  await board.tx
    .updateTable('repositories')
    .set({ config: JSON.stringify(config), web })
    .where('board_id', '=', board.boardId)
    .execute()
}

/** Why a board shows an earlier state, and of when that is; undefined while it follows. */
export interface FollowProblem {
  text: string
  /** When it followed last; undefined if it never did since the start. */
  syncedAt: Date | undefined
}

/** The page shows it, and clients that wait for a change get it. */
export async function saveProblem(
  database: Database,
  boardId: number,
  problem: FollowProblem | undefined,
): Promise<void> {
  const by = { actor: 'repository', now: new Date() }
  await new BoardStore(database).write(boardId, by, async (board) => {
    const text = problem?.text ?? null
    const row = await board.repository()
    if (!row || row.problem === text) return
    // After a restart with a problem, the time is the one that is known.
    const syncedAt = problem?.syncedAt?.toISOString() ?? (row.problem && row.synced_at)
    await board.tx
      .updateTable('repositories')
      .set({ problem: text, synced_at: syncedAt })
      .where('board_id', '=', boardId)
      .execute()
    board.markChanged()
  })
}

export async function storedBranches(db: Kysely<Tables>, boardId: number): Promise<StoredBranch[]> {
  const rows = await db
    .selectFrom('branches')
    .selectAll()
    .where('board_id', '=', boardId)
    .orderBy('card_id')
    .execute()
  return rows.map((row) => ({
    cardId: row.card_id,
    name: row.name,
    head: row.head,
    missingSyncs: row.missing_syncs,
    facts: parseFacts(row.stage_facts),
    net: parseNetChange(row.net_change),
    evidence: row.evidence,
    preview: row.preview,
    pull: row.pull,
    blockedTarget: row.blocked_target ?? undefined,
    refusal: row.refusal,
  }))
}

export async function branchOfCard(db: Kysely<Tables>, cardId: number) {
  return db.selectFrom('branches').selectAll().where('card_id', '=', cardId).executeTakeFirst()
}

export async function saveRefusedMove(
  db: Kysely<Tables>,
  cardId: number,
  { target, ...refusal }: Refusal & { target: string },
): Promise<void> {
  await db
    .updateTable('branches')
    .set({ blocked_target: target, refusal: JSON.stringify(refusal) })
    .where('card_id', '=', cardId)
    .execute()
}

/** Records what a promotion is about to change, before it does. */
export async function saveRefUpdates(
  db: Kysely<Tables>,
  intentId: string,
  updates: readonly RefUpdate[],
  process: string,
): Promise<void> {
  const rows = updates.map(({ ref, oldCommit, newCommit }) => ({
    intent_id: intentId,
    ref,
    old_commit: oldCommit,
    new_commit: newCommit,
    process,
    recorded_at: new Date().toISOString(),
  }))
  await writeTransaction({ db }, async (tx) => {
    await tx
      .updateTable('move_intents')
      .set({ state: 'pending' })
      .where('id', '=', intentId)
      .execute()
    await tx.deleteFrom('ref_updates').where('intent_id', '=', intentId).execute()
    await tx.insertInto('ref_updates').values(rows).execute()
  })
}

export async function removeRefUpdates(db: Kysely<Tables>, intentId: string): Promise<void> {
  await db.deleteFrom('ref_updates').where('intent_id', '=', intentId).execute()
}

export interface PlannedPromotion {
  intentId: string
  createdAt: string
  /** The process that publishes it, and since when. */
  process: string | null
  recordedAt: string | null
  updates: RefUpdate[]
}

/** Promotions whose changes were recorded, and that a killed process has not finished. */
export async function unfinishedPromotions(
  db: Kysely<Tables>,
  boardId: number,
): Promise<PlannedPromotion[]> {
  const rows = await db
    .selectFrom('ref_updates')
    .innerJoin('move_intents', 'move_intents.id', 'ref_updates.intent_id')
    .selectAll('ref_updates')
    .select('created_at')
    .where('board_id', '=', boardId)
    .where('state', '=', 'pending')
    .orderBy('created_at')
    .execute()
  const plans = new Map<string, PlannedPromotion>()
  for (const { intent_id, ref, old_commit, new_commit, created_at, ...row } of rows) {
    const plan = plans.get(intent_id) ?? {
      intentId: intent_id,
      createdAt: created_at,
      process: row.process,
      recordedAt: row.recorded_at,
      updates: [],
    }
    plan.updates.push({ ref, oldCommit: old_commit, newCommit: new_commit })
    plans.set(intent_id, plan)
  }
  return [...plans.values()]
}
