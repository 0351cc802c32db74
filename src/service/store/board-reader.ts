import type { Kysely, Selectable } from 'kysely'
import { nameKey } from '#contract/name-key.ts'
import {
  type ActivityRange,
  findActivities,
  findLabelNames,
  type StoredActivity,
} from './activities.ts'
import { type CardLabelRow, findCardRows, findGateFacts, findLastPosition } from './card-queries.ts'
import type { StoredEvidence } from './evidence.ts'
import { findRevision, findStages } from './frequent-queries.ts'
import { labelIdsAmong, labelRows, type StoredLabel } from './label-rows.ts'
import type { Tables } from './tables.ts'

export type StageRow = Selectable<Tables['stages']>
export type ProjectRow = Pick<Selectable<Tables['projects']>, 'id' | 'name'>
export type CardRow = Selectable<Tables['cards']>
export type GateFact = Selectable<Tables['gate_facts']>

/** A card as stored. `branch` is undefined on a board without a repository. */
export type StoredCard = CardRow & { labelIds: number[]; branch: StoredEvidence | undefined }

/** What is said of the whole board over a repository. */
export interface RepositoryRow {
  source: string
  /** JSON: links of the repository's host. */
  web: string | null
  /** Why the board shows an earlier state; null while it follows its repository. */
  problem: string | null
  /** Of that state. */
  synced_at: string | null
}

/** The rows of one board. Every query filters by it, so an id of another board is never found. */
export class BoardReader {
  constructor(
    protected readonly db: Kysely<Tables>,
    readonly boardId: number,
  ) {}

  /**
   * Increases with every change. Two loads with the same revision return the same data. During a
   * write, it's the revision before.
   */
  async revision(): Promise<number> {
    const [row] = await findRevision(this.db, { boardId: this.boardId })
    if (!row) throw new Error(`There is no board ${this.boardId}.`)
    return row.revision
  }

  async projects(): Promise<ProjectRow[]> {
    return this.db
      .selectFrom('projects')
      .select(['id', 'name'])
      .where('board_id', '=', this.boardId)
      .orderBy('id')
      .execute()
  }

  async projectIds(): Promise<number[]> {
    return (await this.projects()).map((project) => project.id)
  }

  /** In flow order. */
  async stages(): Promise<StageRow[]> {
    return findStages(this.db, { boardId: this.boardId })
  }

  /** The cards of a project, or of the whole board, in column order. */
  async cardRows(projectId?: number): Promise<CardRow[]> {
    return this.db
      .selectFrom('cards')
      .selectAll()
      .where('board_id', '=', this.boardId)
      .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId ?? 0))
      .orderBy('position')
      .orderBy('id')
      .execute()
  }

  /** The same with their labels and branches. */
  async cards(projectId?: number): Promise<StoredCard[]> {
    const cards = await this.cardRows(projectId)
    const links = await this.db
      .selectFrom('card_labels')
      .innerJoin('cards', 'cards.id', 'card_labels.card_id')
      .select(['card_id', 'label_id'])
      .where('board_id', '=', this.boardId)
      .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId ?? 0))
      .orderBy('card_labels.position')
      .execute()
    const byCard = new Map<number, number[]>()
    for (const { card_id, label_id } of links) {
      const ids = byCard.get(card_id)
      if (ids) ids.push(label_id)
      else byCard.set(card_id, [label_id])
    }
    const branches = await this.#branches()
    return cards.map((card) => ({
      ...card,
      labelIds: byCard.get(card.id) ?? [],
      branch: branches.get(card.id),
    }))
  }

  /** Ids of stages, by the ids of the cards in them. */
  async stageOfCards(): Promise<Map<number, number>> {
    const rows = await this.db
      .selectFrom('cards')
      .select(['id', 'stage_id'])
      .where('board_id', '=', this.boardId)
      .execute()
    return new Map(rows.map(({ id, stage_id }) => [id, stage_id]))
  }

  async #branches(): Promise<Map<number, StoredEvidence>> {
    const rows = await this.db
      .selectFrom('branches')
      .select(['card_id', 'name', 'head', 'evidence', 'preview', 'refusal', 'pull'])
      .where('board_id', '=', this.boardId)
      .execute()
    return new Map(rows.map(({ card_id, ...branch }) => [card_id, branch]))
  }

  /** Undefined for a board without a repository. */
  async repository(): Promise<RepositoryRow | undefined> {
    return this.db
      .selectFrom('repositories')
      .select(['source', 'web', 'problem', 'synced_at'])
      .where('board_id', '=', this.boardId)
      .executeTakeFirst()
  }

  /** `number` is unique on a board. */
  async card(number: number): Promise<StoredCard | undefined> {
    const [card] = toStoredCards(await findCardRows(this.db, [{ boardId: this.boardId, number }]))
    return card
  }

  /** Behind the last card of the stage. */
  async nextPosition(stageId: number): Promise<number> {
    const [row] = await findLastPosition(this.db, { boardId: this.boardId, stageId })
    return (row?.last ?? 0) + 1
  }

  /** Why the scripted gate refuses the card with this id; undefined if it doesn't. */
  async gateFact(cardId: number): Promise<GateFact | undefined> {
    const [fact] = await findGateFacts(this.db, [cardId])
    return fact
  }

  async labels(): Promise<StoredLabel[]> {
    return labelRows(this.db)
      .where('labels.board_id', '=', this.boardId)
      .orderBy('name_key')
      .execute()
  }

  async label(id: number): Promise<StoredLabel | undefined> {
    return labelRows(this.db)
      .where('labels.board_id', '=', this.boardId)
      .where('labels.id', '=', id)
      .executeTakeFirst()
  }

  /** Whether another label than `exceptId` has this name. Case doesn't count. */
  async isNameTaken(name: string, exceptId?: number): Promise<boolean> {
    const other = await this.db
      .selectFrom('labels')
      .select('id')
      .where('board_id', '=', this.boardId)
      .where('name_key', '=', nameKey(name))
      .executeTakeFirst()
    return other !== undefined && other.id !== exceptId
  }

  async countLabels(): Promise<number> {
    const row = await this.db
      .selectFrom('labels')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('board_id', '=', this.boardId)
      .executeTakeFirstOrThrow()
    return Number(row.count)
  }

  /** Newest first. */
  async activities(range: ActivityRange): Promise<StoredActivity[]> {
    return findActivities(this.db, this.boardId, range)
  }

  /** Also of deleted labels. */
  async labelNames(ids: readonly number[]): Promise<Map<number, string>> {
    return findLabelNames(this.db, this.boardId, ids)
  }

  /** Filters the ids to those of labels on this board. */
  async knownLabelIds(ids: readonly number[]): Promise<Set<number>> {
    return labelIdsAmong(this.db, this.boardId, ids)
  }
}

/** From one row for each label. */
export function toStoredCards(rows: readonly CardLabelRow[]): StoredCard[] {
  const cards = new Map<number, StoredCard>()
  for (const row of rows) {
    const { label_id, branch_name: name, head, evidence, preview, refusal, pull, ...card } = row
    const stored = { evidence, preview, refusal, pull }
    const branch = name === null || head === null ? undefined : { name, head, ...stored }
    const known = cards.get(card.id) ?? { ...card, labelIds: [], branch }
    if (label_id !== null) known.labelIds.push(label_id)
    cards.set(card.id, known)
  }
  return [...cards.values()]
}
