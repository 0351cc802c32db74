import type { Kysely, Selectable } from 'kysely'
import { parseStored } from './evidence.ts'
import type { Tables } from './tables.ts'

/** What a line of the audit is about. Names are those of its time: what has them can be gone. */
export interface ActivityFacts {
  card?: { id: number; number: number; title: string }
  /** Columns. */
  from?: string
  to?: string
  /** Why a promotion was refused. */
  reason?: string
  /** Ids of labels. */
  added?: readonly number[]
  removed?: readonly number[]
  /** Of what was done to a label. */
  label?: string
  /** Fields of the card. */
  fields?: readonly string[]
  /** Whose commit it was. */
  author?: string
  /** The commit that a stage has the card by. */
  commit?: string
}

/** Something that happened on a board, by somebody. */
export interface StoredActivity {
  id: number
  at: string
  action: string
  /** Client id of a key, "operator", or "repository". */
  actor: string
  /** Of the key; undefined for the others. */
  actorName: string | undefined
  facts: ActivityFacts
}

export interface ActivityRange {
  /** On a board with several projects. What belongs to none is of all of them. */
  projectId?: number | undefined
  /** Only later ones than this. */
  since: number
  /** Only earlier ones than this; undefined for the newest. */
  before?: number | undefined
  limit: number
}

/** Newest first. Lines of an earlier version of the program have no facts, and are left out. */
export async function findActivities(
  db: Kysely<Tables>,
  boardId: number,
  { projectId, since, before, limit }: ActivityRange,
): Promise<StoredActivity[]> {
  const rows = await db
    .selectFrom('audit')
    .leftJoin('credentials', 'credentials.client_id', 'audit.actor')
    .select(['audit.id', 'at', 'action', 'actor', 'facts', 'credentials.name as actor_name'])
    .where('board_id', '=', boardId)
    .where('audit.id', '>', since)
    .where('facts', 'is not', null)
    .$if(before !== undefined, (query) => query.where('audit.id', '<', before ?? 0))
    .$if(projectId !== undefined, (query) =>
      query.where((eb) =>
        eb.or([eb('project_id', '=', projectId ?? 0), eb('project_id', 'is', null)]),
      ),
    )
    .orderBy('audit.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ actor_name, facts, ...row }) => ({
    ...row,
    actorName: actor_name ?? undefined,
    facts: parseStored<ActivityFacts>(facts) ?? {},
  }))
}

/** Names of labels by their ids, also of deleted ones: what deletes a label keeps its name. */
export async function findLabelNames(
  db: Kysely<Tables>,
  boardId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const deleted = await db
    .selectFrom('audit')
    .select(['subject', 'detail'])
    .where('board_id', '=', boardId)
    .where('action', '=', 'label.delete')
    .where(
      'subject',
      'in',
      ids.map((id) => labelSubject(id)),
    )
    .execute()
  const existing = await db
    .selectFrom('labels')
    .select(['id', 'name'])
    .where('board_id', '=', boardId)
    .where('id', 'in', ids)
    .execute()
  const names = new Map(deleted.map(({ subject, detail }) => [subject, detail]))
  const known = ids.flatMap((id): [number, string][] => {
    const name = names.get(labelSubject(id))
    return name === undefined ? [] : [[id, name]]
  })
  return new Map([...known, ...existing.map(({ id, name }): [number, string] => [id, name])])
}

/** Of a line of the audit. */
export function labelSubject(id: Selectable<Tables['labels']>['id']): string {
  return `label ${id}`
}
