import { ACTIVITY_TYPES, type ActivityType } from '../activity-types.ts'
import { idOf, isObject, type JsonObject, nonEmptyText, own, textOf } from '../json.ts'

/** Something that happened on a board. Columns and labels have the names of that time. */
export interface Activity {
  id: string
  /** In milliseconds since the epoch. */
  at: number
  type: ActivityType
  /** A key, or who works at the service; null for the repository. */
  actor: { clientId: string; name: string } | null
  card: { id: string; number: number | undefined; title: string } | undefined
  from: string
  to: string
  reason: string
  addedLabels: readonly string[]
  removedLabels: readonly string[]
  label: string
  fields: readonly string[]
  /** Whose commit it was. */
  author: string
  commit: string
}

/** Newest first. */
export interface ActivityList {
  activities: readonly Activity[]
  /** Whether there are earlier ones. */
  hasMore: boolean
}

/** Whether the service answers GET /v1/board/activity, by the facts of a board. [gap G30] */
export function offersActivity(facts: JsonObject = {}): boolean {
  const offers = own(facts, 'offers')
  return Array.isArray(offers) && offers.includes('activity')
}

/**
 * Parses the response of GET /v1/board/activity. Undefined when it has no list. What can't be read,
 * or is of a type that this app doesn't know, is left out: nothing is guessed. Never throws.
 */
export function readActivities(json: unknown): ActivityList | undefined {
  const list = isObject(json) ? own(json, 'activities') : undefined
  if (!isObject(json) || !Array.isArray(list)) return undefined
  const activities = list.flatMap((item) => readActivity(item) ?? [])
  return { activities, hasMore: own(json, 'hasMore') === true }
}

function readActivity(json: unknown): Activity | undefined {
  if (!isObject(json)) return undefined
  const id = idOf(own(json, 'id'))
  const at = Date.parse(textOf(own(json, 'at')) ?? '')
  const type = ACTIVITY_TYPES.find((known) => known === own(json, 'type'))
  if (id === undefined || Number.isNaN(at) || type === undefined) return undefined
  const text = (name: string) => nonEmptyText(own(json, name)) ?? ''
  return {
    ...{ id, at, type },
    actor: readActor(own(json, 'actor')),
    card: readCardOf(own(json, 'card')),
    from: text('from'),
    to: text('to'),
    reason: text('reason'),
    addedLabels: textsOf(own(json, 'addedLabels')),
    removedLabels: textsOf(own(json, 'removedLabels')),
    label: text('label'),
    fields: textsOf(own(json, 'fields')),
    author: text('author'),
    commit: text('commit'),
  }
}

function readActor(json: unknown): Activity['actor'] {
  if (!isObject(json)) return null
  const clientId = idOf(own(json, 'clientId')) ?? ''
  const name = nonEmptyText(own(json, 'name')) ?? clientId
  return name === '' ? null : { clientId, name }
}

function readCardOf(json: unknown): Activity['card'] {
  if (!isObject(json)) return undefined
  const number = own(json, 'number')
  return {
    id: idOf(own(json, 'id')) ?? '',
    number: Number.isSafeInteger(number) ? Number(number) : undefined,
    title: nonEmptyText(own(json, 'title')) ?? '',
  }
}

function textsOf(json: unknown): readonly string[] {
  return Array.isArray(json) ? json.flatMap((item) => nonEmptyText(item) ?? []) : []
}
