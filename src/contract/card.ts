import * as v from 'valibot'
import { capText, filledText, firstId, firstText, idOf, isObject, type JsonObject, own, textOf } from './unknown.ts'

const numericId = v.pipe(v.string(), v.regex(/^\d+$/))

/** Why our service refused a promotion (spec section 3). */
export const REFUSAL_CODES = ['conflicts', 'checks_red', 'nothing_to_merge'] as const

/** A refusal code of our service. */
export type RefusalCode = (typeof REFUSAL_CODES)[number]

/** A card (spec 2.4), as the service sends it. The shapes the spec does not show are ours. [gap G5] [gap G6] [gap G7] */
export const taskSchema = v.strictObject({
  id: numericId,
  number: v.pipe(v.number(), v.integer(), v.minValue(1)),
  title: v.string(),
  projectId: numericId,
  statusId: numericId,
  priority: v.picklist(['urgent', 'high', 'medium', 'low']),
  assignee: v.nullable(v.strictObject({ id: numericId, name: v.string() })),
  labels: v.array(numericId),
  blocked: v.optional(
    v.strictObject({ reason: v.string(), code: v.picklist(REFUSAL_CODES), at: v.pipe(v.string(), v.isoTimestamp()) }),
  ),
})

/** A card as the service builds it. */
export type TaskBody = v.InferOutput<typeof taskSchema>

/** Body of PATCH /v1/cards/{number} (spec 4.7). [gap G3] */
export const patchCardSchema = v.strictObject({
  statusId: v.optional(v.pipe(v.string('statusId must be text'), v.nonEmpty('statusId must not be empty'))),
  labelIds: v.optional(
    v.pipe(v.array(v.string('labelIds must be texts'), 'labelIds must be an array'), v.maxLength(200)),
  ),
})

/** What the page sends to change a card. `labelIds` is the whole set (spec 4.3). */
export interface CardChange {
  statusId?: string
  labelIds?: readonly string[]
}

/** A refused promotion, as the service worded it; `reason` is empty when it gave none. */
export interface Blocked {
  reason: string
}

/** A label as a card carries it: an id, or a text that may be a name; `name` and `color` when the card brought them. */
export interface CardLabel {
  id: string
  name?: string
  color?: string
}

/** A card as the page reads it. */
export interface Card {
  id: string
  /** Undefined when the service gave no usable number: the card can be seen, but not written. */
  number: number | undefined
  title: string
  projectId: string
  /** The column it stands in. */
  statusId: string
  priority: string
  /** Name to show, or null when nobody is assigned. */
  assignee: string | null
  /** Null when the card carried no list of labels, or one that was read in part: then they cannot be edited safely. */
  labels: readonly CardLabel[] | null
  blocked: Blocked | null
  /** Why writes to this card are off; undefined when they are on. [gap G23] */
  locked?: string
  /** True when the service sent something here that is no card. */
  unreadable?: true
}

/**
 * Reads one card that stands in `statusId`. Never throws: what is no card becomes an unreadable one in its place,
 * so that a count or an order on the screen is never silently wrong.
 */
export function readCard(json: unknown, statusId: string, place: string): Card {
  const id = isObject(json) ? idOf(own(json, 'id')) : undefined
  if (!isObject(json) || !id) return unreadableCard(statusId, place)
  const number = cardNumber(own(json, 'number'))
  return {
    id,
    number,
    title: textOf(own(json, 'title')) ?? '',
    projectId: idOf(own(json, 'projectId')) ?? '',
    statusId,
    priority: filledText(own(json, 'priority')) ?? '',
    assignee: readAssignee(own(json, 'assignee')),
    labels: readCardLabels(own(json, 'labels')),
    blocked: readBlocked(json),
    ...(number === undefined ? { locked: 'The service gave this card no number, so it cannot be changed here.' } : {}),
  }
}

/** Reads the blocked flag and its reason in every shape met. [gap G5] */
export function readBlocked(card: JsonObject): Blocked | null {
  const flag = own(card, 'blocked')
  if (!isBlockedFlag(flag)) return null
  const reason = typeof flag === 'string' && flag !== 'true' ? flag.trim() : reasonInside(flag, 0)
  return { reason: capText(reason ?? reasonBeside(card) ?? '') }
}

/** Reads the assignee in every shape met; null when nobody is. [gap G7] */
export function readAssignee(value: unknown): string | null {
  if (value === null || value === undefined || value === '' || value === false) return null
  const text = textOf(value)
  if (text !== undefined) return text.trim() || null
  if (Array.isArray(value)) {
    const names = value.slice(0, 20).flatMap((one) => (Array.isArray(one) ? [] : (readAssignee(one) ?? [])))
    return names.length > 0 ? names.join(', ') : null
  }
  if (!isObject(value)) return 'assigned'
  return firstText(value, ['name', 'displayName', 'login', 'username', 'email', 'id']) ?? 'assigned'
}

function isBlockedFlag(flag: unknown): boolean {
  if (flag === undefined || flag === null || flag === false || flag === 0) return false
  if (typeof flag === 'string') return !['', 'false'].includes(flag.trim().toLowerCase())
  return !(Array.isArray(flag) && flag.length === 0)
}

const REASON_KEYS = ['reason', 'message', 'detail', 'description', 'code', 'kind', 'type', 'text']

function reasonInside(value: unknown, depth: number): string | undefined {
  if (depth > 4) return undefined
  if (Array.isArray(value)) {
    const parts = value.slice(0, 20).flatMap((one) => filledText(one) ?? reasonInside(one, depth + 1) ?? [])
    return parts.length > 0 ? parts.join('; ') : undefined
  }
  if (!isObject(value)) return undefined
  for (const key of REASON_KEYS) {
    const inner = own(value, key)
    const reason = filledText(inner) ?? reasonInside(inner, depth + 1)
    if (reason) return reason
  }
  return undefined
}

function reasonBeside(card: JsonObject): string | undefined {
  for (const key of Object.keys(card)) {
    if (key === 'blocked' || !/block|reason|refus|promot/i.test(key)) continue
    const value = own(card, key)
    const reason = filledText(value) ?? reasonInside(value, 0)
    if (reason) return reason
  }
  return undefined
}

function readCardLabels(value: unknown): CardLabel[] | null {
  if (!Array.isArray(value)) return null
  const labels = new Map<string, CardLabel>()
  for (const item of value) {
    const label = readCardLabel(item)
    // A set that is known in part only must not be sent back whole: what is unread would be taken off.
    if (!label) return null
    labels.set(label.id, label)
  }
  return [...labels.values()]
}

function readCardLabel(item: unknown): CardLabel | undefined {
  const id = idOf(item)
  if (id !== undefined) return { id }
  if (!isObject(item)) return undefined
  const nested = own(item, 'label')
  const source = isObject(nested) ? nested : item
  // An object with a name alone stands for the label of that name, as a text would.
  const objectId = firstId(item, ['id', 'labelId']) ?? firstId(source, ['id', 'name'])
  if (!objectId) return undefined
  const name = filledText(own(source, 'name'))
  const color = filledText(own(source, 'color'))
  return { id: objectId, ...(name ? { name } : {}), ...(color ? { color } : {}) }
}

function cardNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}

function unreadableCard(statusId: string, place: string): Card {
  return {
    id: `unreadable:${statusId}:${place}`,
    number: undefined,
    title: 'A card this app could not read',
    projectId: '',
    statusId,
    priority: '',
    assignee: null,
    labels: null,
    blocked: null,
    locked: 'This app could not read what the service sent for this card.',
    unreadable: true,
  }
}
