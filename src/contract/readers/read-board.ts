import { columnWithId, UNREADABLE_COLUMN } from '#messages/name-messages.ts'
import { hasNextPage, idOf, isObject, type JsonObject, nonEmptyText, own, textOf } from '../json.ts'
import { type Card, readCard, SharedLabels } from './read-card.ts'

export interface Column {
  /**
   * Unique and stable within a board: the statusId, or a placeholder if it is missing or a
   * duplicate.
   */
  key: string
  /** Undefined when missing: the column is shown, but cards can’t be moved into it. [gap G16] */
  statusId: string | undefined
  name: string
  kind: string
  /** Empty when missing: it is unknown which roles can move cards into the column. [gap G10] */
  minRole: string
  /** Why nobody can move a card into the column; undefined when somebody can. [gap G26] */
  lockedReason?: string
  /** After how many days without a commit its cards are folded away. [gap G26] */
  hideAfterDays?: number
  cards: readonly Card[]
}

/** Columns are in flow order. */
export interface Board {
  columns: readonly Column[]
  /** Columns plus cards that couldn’t be read. */
  unreadableCount: number
  /** The response has more pages, which this app does not load. [gap G19] */
  hasNextPage: boolean
  /** What else the service says of the whole board: `readBoardFacts` reads it. [gap G26] */
  facts?: JsonObject
}

/** Parses the response of GET /v1/board. Undefined when it has no list of columns. Never throws. */
export function readBoard(json: unknown): Board | undefined {
  if (!isObject(json)) return undefined
  const list = own(json, 'columns')
  if (!Array.isArray(list)) return undefined
  const keys = new Set<string>()
  const labels = new SharedLabels()
  const columns = list.map((column, index) => readColumn(column, index, keys, labels))
  const { columns: _, ...facts } = json
  let unreadable = 0
  for (const column of columns)
    for (const card of column.cards) if (card.isUnreadable) unreadable += 1
  unreadable += list.filter((column) => !isObject(column)).length
  return {
    columns: disambiguateNames(lockDuplicates(columns)),
    unreadableCount: unreadable,
    hasNextPage: hasNextPage(json),
    facts,
  }
}

function readColumn(
  json: unknown,
  index: number,
  usedKeys: Set<string>,
  labels: SharedLabels,
): Column {
  const source = isObject(json) ? json : {}
  const statusId = idOf(own(source, 'statusId'))
  const key = statusId && !usedKeys.has(statusId) ? statusId : `column-${index}`
  usedKeys.add(key)
  const tasks = own(source, 'tasks')
  const lockedReason = nonEmptyText(own(source, 'lockedReason'))
  const hideAfterDays = own(source, 'hideAfterDays')
  return {
    key,
    statusId: key === statusId ? statusId : undefined,
    name: nonEmptyText(own(source, 'name')) ?? fallbackName(statusId),
    kind: textOf(own(source, 'kind')) ?? '',
    minRole: nonEmptyText(own(source, 'minRole')) ?? '',
    ...(lockedReason === undefined ? {} : { lockedReason }),
    ...(isDays(hideAfterDays) ? { hideAfterDays } : {}),
    cards: taskList(tasks).map((task, position) => readCard(task, key, String(position), labels)),
  }
}

function isDays(value: unknown): value is number {
  return typeof value === 'number' && value > 0
}

function fallbackName(statusId: string | undefined): string {
  return statusId ? columnWithId(statusId) : UNREADABLE_COLUMN
}

/**
 * Missing tasks mean no cards [gap G16]. A value that isn’t a list becomes one unreadable card: 0
 * could be wrong.
 */
function taskList(tasks: unknown): readonly unknown[] {
  if (tasks === undefined || tasks === null) return []
  return Array.isArray(tasks) ? tasks : [undefined]
}

/**
 * Cards are keyed by id, so a duplicate id gets a suffix. Cards that share a number are all locked,
 * because a write could change either of them. [gap G23]
 */
function lockDuplicates(columns: Column[]): Column[] {
  if (!hasDuplicates(columns)) return columns
  const cards = columns.flatMap((column) => column.cards)
  const numberCounts = countBy(cards, (card) => card.number)
  const hasSharedNumber = (card: Card) => (numberCounts.get(card.number) ?? 0) > 1
  const occurrences = new Map<string, number>()
  const lockDuplicate = (card: Card): Card => {
    const occurrence = occurrences.get(card.id) ?? 0
    occurrences.set(card.id, occurrence + 1)
    // Not the position in the column: it changes when a card above is added or removed.
    const id = occurrence > 0 ? `${card.id}@${occurrence}` : card.id
    const isDuplicate = card.number !== undefined && hasSharedNumber(card)
    return { ...card, id, ...(isDuplicate ? { lockedReason: 'duplicate-number' } : {}) }
  }
  return columns.map((column) => ({ ...column, cards: column.cards.map(lockDuplicate) }))
}

// One pass, because each load of a large board goes through all of its cards here.
function hasDuplicates(columns: readonly Column[]): boolean {
  const ids = new Set<string>()
  const numbers = new Set<number>()
  for (const { cards } of columns) {
    for (const { id, number } of cards) {
      if (ids.has(id) || (number !== undefined && numbers.has(number))) return true
      ids.add(id)
      if (number !== undefined) numbers.add(number)
    }
  }
  return false
}

function countBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, number> {
  const counts = new Map<K, number>()
  for (const item of items) {
    const key = keyOf(item)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** Appends the id to names that several columns share. */
function disambiguateNames(columns: Column[]): Column[] {
  const counts = countBy(columns, (column) => column.name)
  if (counts.size === columns.length) return columns
  return columns.map((column) => {
    const isUnique = counts.get(column.name) === 1
    return isUnique ? column : { ...column, name: `${column.name} (${column.statusId ?? 'no id'})` }
  })
}
