import * as v from 'valibot'
import { type Card, readCard, taskSchema } from './card.ts'
import { filledText, idOf, isObject, own, speaksOfMore, textOf } from './unknown.ts'

/** A column (spec 2.3), as the service sends it. */
export const columnSchema = v.strictObject({
  statusId: v.pipe(v.string(), v.regex(/^\d+$/)),
  name: v.string(),
  kind: v.literal('stage'),
  minRole: v.picklist(['viewer', 'member', 'maintainer', 'owner']),
  tasks: v.array(taskSchema),
})

/** The answer of GET /v1/board (spec 4.2), as the service sends it. */
export const boardSchema = v.strictObject({ columns: v.array(columnSchema) })

/** A board as the service builds it. */
export type BoardBody = v.InferOutput<typeof boardSchema>

/** A column as the page reads it. */
export interface Column {
  /** Stable within one board: the statusId, or a placeholder for a column that came without one. */
  key: string
  /** Undefined when the service sent none: the column is shown, but is no target. [gap G16] */
  statusId: string | undefined
  name: string
  kind: string
  /** Empty when the service sent none: then nobody can tell who may enter. [gap G10] */
  minRole: string
  cards: readonly Card[]
}

/** A board as the page reads it, in flow order. */
export interface Board {
  columns: readonly Column[]
  /** How many columns and cards could not be read. */
  unreadable: number
  /** The service speaks of further pages, which this app does not read. [gap G19] */
  incomplete: boolean
}

/** Reads GET /v1/board; undefined when there is no list of columns at all. Never throws. */
export function readBoard(json: unknown): Board | undefined {
  const list = isObject(json) ? own(json, 'columns') : undefined
  if (!Array.isArray(list)) return undefined
  const keys = new Set<string>()
  const columns = list.map((column, index) => readColumn(column, index, keys))
  let unreadable = 0
  for (const column of columns) for (const card of column.cards) if (card.unreadable) unreadable += 1
  unreadable += list.filter((one) => !isObject(one)).length
  return { columns: tellApart(lockDuplicates(columns)), unreadable, incomplete: speaksOfMore(json) }
}

function readColumn(json: unknown, index: number, taken: Set<string>): Column {
  const source = isObject(json) ? json : {}
  const statusId = idOf(own(source, 'statusId'))
  const key = statusId && !taken.has(statusId) ? statusId : `column-${index}`
  taken.add(key)
  const tasks = own(source, 'tasks')
  return {
    key,
    statusId: key === statusId ? statusId : undefined,
    name: filledText(own(source, 'name')) ?? (statusId ? `Stage ${statusId}` : 'A column this app could not read'),
    kind: textOf(own(source, 'kind')) ?? '',
    minRole: filledText(own(source, 'minRole')) ?? '',
    cards: listOfCards(tasks).map((task, place) => readCard(task, key, String(place))),
  }
}

/** No tasks are no cards [gap G16]; what is no list counts as one card that cannot be read: "0" would be a claim. */
function listOfCards(tasks: unknown): readonly unknown[] {
  if (tasks === undefined || tasks === null) return []
  return Array.isArray(tasks) ? tasks : [undefined]
}

/**
 * Cards are keyed by id; a second one with the same id keeps its place under a key of its own. Two cards with one
 * number are both locked: a write would hit whichever the service picks. [gap G23]
 */
function lockDuplicates(columns: Column[]): Column[] {
  const ids = new Set<string>()
  const numbers = new Map<number, number>()
  let repeated = false
  for (const column of columns) {
    for (const card of column.cards) {
      if (ids.has(card.id)) repeated = true
      ids.add(card.id)
      if (card.number === undefined) continue
      const seen = numbers.get(card.number) ?? 0
      if (seen > 0) repeated = true
      numbers.set(card.number, seen + 1)
    }
  }
  if (!repeated) return columns
  const met = new Map<string, number>()
  const settle = (card: Card): Card => {
    const times = met.get(card.id) ?? 0
    met.set(card.id, times + 1)
    // By its turn and not by its place, which shifts with every card above it.
    const id = times > 0 ? `${card.id}@${times}` : card.id
    const shared = card.number !== undefined && (numbers.get(card.number) ?? 0) > 1
    const locked = shared ? `Two cards have number ${card.number}, so neither can be changed here.` : card.locked
    return { ...card, id, ...(locked ? { locked } : {}) }
  }
  return columns.map((column) => ({ ...column, cards: column.cards.map(settle) }))
}

/** Columns of one name are told apart by their ids, wherever they are spoken of. */
function tellApart(columns: Column[]): Column[] {
  const counts = new Map<string, number>()
  for (const { name } of columns) counts.set(name, (counts.get(name) ?? 0) + 1)
  if (counts.size === columns.length) return columns
  return columns.map((column) =>
    (counts.get(column.name) ?? 0) > 1 ? { ...column, name: `${column.name} (${column.statusId ?? 'no id'})` } : column,
  )
}
