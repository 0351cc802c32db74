import { SOMEBODY, UNREADABLE_CARD } from '#messages/name-messages.ts'
import {
  firstId,
  firstText,
  idOf,
  isObject,
  type JsonObject,
  nonEmptyText,
  own,
  textOf,
  truncateText,
} from '../json.ts'

/** Body of PATCH /v1/cards/{number}. `labelIds` replaces all labels of the card (spec 4.3). */
export interface CardPatch {
  statusId?: string
  labelIds?: readonly string[]
}

/** The last refused promotion. */
export interface Blocked {
  /** The service’s message, or empty. */
  reason: string
  /** What the service calls the cause, for programs. [gap G5] */
  code?: string
}

/**
 * Label of a card. `id` can also be a label name; `name` and `color` are set only if the card
 * contains them.
 */
export interface CardLabel {
  id: string
  name?: string
  color?: string
}

/** `messages` has a sentence for each. */
type LockedReason = 'duplicate-number' | 'no-number' | 'unreadable'

export interface Card {
  id: string
  /** Undefined when missing or invalid: the card is shown, but can’t be changed. */
  number: number | undefined
  title: string
  projectId: string
  statusId: string
  priority: string
  /** Display name; null when nobody is assigned. */
  assignee: string | null
  /** Null when the list is missing or only partly readable: editing it could remove labels. */
  labels: readonly CardLabel[] | null
  blocked: Blocked | null
  /** Why this card can’t be changed; undefined when it can. [gap G23] */
  lockedReason?: LockedReason
  isUnreadable?: true
  /** What it is made of, for services that know: `readCardRepository` reads it. [gap G26] */
  repository?: JsonObject
}

/**
 * What the cards that were read before have: thousands of cards share a few labels, and a few lists
 * of them.
 */
export class SharedLabels {
  readonly byId = new Map<string, CardLabel>()
  readonly lists: ListNode = { next: new Map() }
}

/** Lists that begin with the same labels. */
interface ListNode {
  list?: readonly CardLabel[]
  /** By the label that follows. */
  next: Map<CardLabel, ListNode>
}

/**
 * Parses one card of the column `statusId`. Never throws: an invalid card becomes an unreadable
 * card, so that counts and the order of cards stay correct.
 */
export function readCard(
  json: unknown,
  statusId: string,
  position: string,
  shared: SharedLabels = new SharedLabels(),
): Card {
  const id = isObject(json) ? idOf(own(json, 'id')) : undefined
  if (!isObject(json) || !id) return unreadableCard(statusId, position)
  const number = cardNumber(own(json, 'number'))
  const repository = own(json, 'repository')
  return {
    id,
    number,
    title: textOf(own(json, 'title')) ?? '',
    projectId: idOf(own(json, 'projectId')) ?? '',
    statusId,
    priority: nonEmptyText(own(json, 'priority')) ?? '',
    assignee: readAssignee(own(json, 'assignee')),
    labels: readCardLabels(own(json, 'labels'), shared),
    blocked: readBlocked(json),
    ...(number === undefined ? { lockedReason: 'no-number' } : {}),
    ...(isObject(repository) ? { repository } : {}),
  }
}

/** Accepts every known shape of the blocked flag and its reason. [gap G5] */
export function readBlocked(card: JsonObject): Blocked | null {
  const flag = own(card, 'blocked')
  if (!isBlockedFlag(flag)) return null
  const reason = typeof flag === 'string' && flag !== 'true' ? flag.trim() : findReason(flag, 0)
  const code = isObject(flag) ? nonEmptyText(own(flag, 'code')) : undefined
  return {
    reason: truncateText(reason ?? findSiblingReason(card) ?? ''),
    ...(code === undefined ? {} : { code: truncateText(code) }),
  }
}

/** Between the names of several assignees. A name can contain a comma with a plain space. */
export const ASSIGNEE_SEPARATOR = ',\u00a0'

/** Accepts every known shape of an assignee. Null when nobody is assigned. [gap G7] */
export function readAssignee(value: unknown): string | null {
  if (value === null || value === undefined || value === '' || value === false) return null
  const text = textOf(value)
  if (text !== undefined) return text.trim() || null
  if (Array.isArray(value)) {
    const names = value
      .slice(0, 20)
      .flatMap((person) => (Array.isArray(person) ? [] : (readAssignee(person) ?? [])))
    return names.length > 0 ? names.join(ASSIGNEE_SEPARATOR) : null
  }
  if (!isObject(value)) return SOMEBODY
  return firstText(value, ['name', 'displayName', 'login', 'username', 'email', 'id']) ?? SOMEBODY
}

function isBlockedFlag(flag: unknown): boolean {
  if (flag === undefined || flag === null || flag === false || flag === 0) return false
  if (typeof flag === 'string') return !['', 'false'].includes(flag.trim().toLowerCase())
  return !(Array.isArray(flag) && flag.length === 0)
}

const REASON_KEYS = ['reason', 'message', 'detail', 'description', 'code', 'kind', 'type', 'text']

function findReason(value: unknown, depth: number): string | undefined {
  if (depth > 4) return undefined
  if (Array.isArray(value)) {
    const parts = value
      .slice(0, 20)
      .flatMap((item) => nonEmptyText(item) ?? findReason(item, depth + 1) ?? [])
    return parts.length > 0 ? parts.join('; ') : undefined
  }
  if (!isObject(value)) return undefined
  for (const key of REASON_KEYS) {
    const inner = own(value, key)
    const reason = nonEmptyText(inner) ?? findReason(inner, depth + 1)
    if (reason) return reason
  }
  return undefined
}

function findSiblingReason(card: JsonObject): string | undefined {
  for (const key of Object.keys(card)) {
    if (key === 'blocked' || !/block|reason|refus|promot/i.test(key)) continue
    const value = own(card, key)
    const reason = nonEmptyText(value) ?? findReason(value, 0)
    if (reason) return reason
  }
  return undefined
}

const SHORT_LIST = 8

const NO_LABELS: readonly CardLabel[] = []

function readCardLabels(value: unknown, shared: SharedLabels): readonly CardLabel[] | null {
  if (!Array.isArray(value)) return null
  if (value.length === 0) return NO_LABELS
  // `map` reserves exactly as much memory as it needs, unlike `push`.
  const labels = value.map((item) => readCardLabel(item, shared))
  // A write replaces all labels, so a partly read list would remove the unreadable ones.
  if (!labels.every((label) => label !== undefined)) return null
  // A Map per card would be most of the work for a large board.
  const isShort = labels.length <= SHORT_LIST
  const hasRepetition = isShort && labels.some(({ id }, index) => isAfter(labels, index, id))
  if (isShort && !hasRepetition) return sharedList(labels, shared)
  return [...new Map(labels.map((label) => [label.id, label])).values()]
}

function sharedList(labels: readonly CardLabel[], { lists }: SharedLabels): readonly CardLabel[] {
  let node = lists
  for (const label of labels) {
    const next = node.next.get(label) ?? { next: new Map() }
    node.next.set(label, next)
    node = next
  }
  node.list ??= labels
  return node.list
}

function isAfter(labels: readonly CardLabel[], index: number, id: string): boolean {
  for (let next = index + 1; next < labels.length; next += 1)
    if (labels[next]?.id === id) return true
  return false
}

function readCardLabel(item: unknown, shared: SharedLabels): CardLabel | undefined {
  const id = idOf(item)
  if (id !== undefined) return sharedLabel({ id }, shared)
  if (!isObject(item)) return undefined
  const nested = own(item, 'label')
  const source = isObject(nested) ? nested : item
  // An object with only a name refers to the label with that name, like a string does.
  const objectId = firstId(item, ['id', 'labelId']) ?? firstId(source, ['id', 'name'])
  if (!objectId) return undefined
  const name = nonEmptyText(own(source, 'name'))
  const color = nonEmptyText(own(source, 'color'))
  const label = { id: objectId, ...(name ? { name } : {}), ...(color ? { color } : {}) }
  return sharedLabel(label, shared)
}

function sharedLabel(label: CardLabel, shared: SharedLabels): CardLabel {
  const known = shared.byId.get(label.id)
  if (known && known.name === label.name && known.color === label.color) return known
  shared.byId.set(label.id, label)
  return label
}

function cardNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0
    ? number
    : undefined
}

function unreadableCard(statusId: string, position: string): Card {
  return {
    id: `unreadable:${statusId}:${position}`,
    number: undefined,
    title: UNREADABLE_CARD,
    projectId: '',
    statusId,
    priority: '',
    assignee: null,
    labels: null,
    blocked: null,
    lockedReason: 'unreadable',
    isUnreadable: true,
  }
}
