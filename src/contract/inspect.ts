import { readAssignee, readBlocked, readCard } from './card.ts'
import { ENDPOINTS, type EndpointName } from './endpoints.ts'
import { PALETTE, readLabel } from './label.ts'
import { idOf, isObject, type JsonObject, own, speaksOfMore } from './unknown.ts'

/** What kind of thing this app has no meaning for: a word of a list that the spec does not show whole, a field, a shape. */
export type FindingSubject = 'kind' | 'role' | 'scope' | 'priority' | 'color' | 'field' | 'shape'

/** One thing in an answer that this app has no meaning for. */
export interface Finding {
  subject: FindingSubject
  /** Where it stood: "GET /v1/board, card". */
  where: string
  /** The word, the field's name, or what is wrong with the shape. */
  value: string
  /** How often it stood in the answer. */
  count: number
  /** JSON of the first of them, cut at 300 characters. */
  sample: string
}

/** A successful answer, or what was wrong with one as a whole. */
export interface InspectedAnswer {
  endpoint: EndpointName
  json: unknown
  fault?: string | undefined
}

const KINDS = new Set(['stage'])
const ROLES = new Set(['viewer', 'member', 'maintainer', 'owner'])
const SCOPES = new Set(['read', 'write'])
const PRIORITIES = new Set(['urgent', 'high', 'medium', 'low'])
const COLORS = new Set<string>(PALETTE)

const FIELDS = {
  credential: new Set(['clientId', 'name', 'scopes', 'boards', 'answering']),
  'board entry': new Set(['workspaceId', 'organizationId', 'role']),
  board: new Set(['columns']),
  column: new Set(['statusId', 'name', 'kind', 'minRole', 'tasks']),
  card: new Set(['id', 'number', 'title', 'projectId', 'statusId'].concat('priority', 'assignee', 'labels', 'blocked')),
  label: new Set(['id', 'name', 'color', 'taskCount']),
} as const

const MOST_FINDINGS = 200
const VALUE_MAX = 120
const SAMPLE_MAX = 300

/**
 * Lists what an answer holds beyond the interface and beyond what the readers make of it. A generator, so that ten
 * thousand cards can be looked through in the pauses of a page: each step is one card, label or board.
 */
export function* inspectAnswer({ endpoint, json, fault }: InspectedAnswer): Generator<void, Finding[]> {
  const notes = new Notes(`${ENDPOINTS[endpoint].method} ${ENDPOINTS[endpoint].path}`)
  if (fault) notes.add('shape', '', fault, undefined)
  else if (endpoint === 'me') yield* inspectCredential(notes, json)
  else if (endpoint === 'board') yield* inspectBoard(notes, json)
  else if (endpoint === 'listLabels') yield* inspectLabels(notes, json)
  else if (endpoint === 'createLabel' && json !== undefined && !readLabel(json)) {
    notes.add('shape', '', 'the answer is no label', json)
  }
  return notes.list()
}

function* inspectCredential(notes: Notes, json: unknown): Generator<void> {
  if (!isObject(json)) return notes.add('shape', '', 'the answer is no object', json)
  notes.fields('credential', json)
  if (idOf(own(json, 'clientId')) === undefined) notes.add('shape', 'credential', 'no clientId', own(json, 'clientId'))
  const scopes = own(json, 'scopes')
  if (!Array.isArray(scopes)) notes.add('shape', 'credential', 'scopes is no list', scopes)
  else for (const scope of scopes) notes.word('scope', 'credential', scope, SCOPES)
  const answering = own(json, 'answering')
  if (answering !== undefined && answering !== null)
    notes.add('shape', 'credential', 'answering is not null', answering)
  const boards = own(json, 'boards')
  if (!Array.isArray(boards)) return notes.add('shape', 'credential', 'boards is no list', boards)
  const met = new Set<string>()
  for (const entry of boards) {
    yield
    const id = isObject(entry) ? idOf(own(entry, 'workspaceId')) : undefined
    if (!isObject(entry) || id === undefined) {
      notes.add('shape', 'board entry', 'no workspaceId', entry)
      continue
    }
    if (met.has(id)) notes.add('shape', 'board entry', 'a workspaceId a second time', entry)
    met.add(id)
    notes.fields('board entry', entry)
    notes.word('role', 'board entry', own(entry, 'role'), ROLES)
  }
}

function* inspectBoard(notes: Notes, json: unknown): Generator<void> {
  const columns = isObject(json) ? own(json, 'columns') : undefined
  if (!isObject(json) || !Array.isArray(columns)) return notes.add('shape', 'board', 'columns is no list', json)
  notes.fields('board', json)
  if (speaksOfMore(json)) notes.add('shape', 'board', 'a further page', Object.keys(json))
  const [stages, cards, numbers] = [new Set<string>(), new Set<string>(), new Set<number>()]
  for (const column of columns) {
    yield
    if (!isObject(column)) {
      notes.add('shape', 'column', 'no object', column)
      continue
    }
    notes.fields('column', column)
    notes.word('kind', 'column', own(column, 'kind'), KINDS)
    notes.word('role', 'column', own(column, 'minRole'), ROLES)
    const statusId = idOf(own(column, 'statusId'))
    if (statusId === undefined) notes.add('shape', 'column', 'no statusId', own(column, 'statusId'))
    else if (stages.has(statusId)) notes.add('shape', 'column', 'a statusId a second time', statusId)
    else stages.add(statusId)
    const tasks = own(column, 'tasks')
    if (!Array.isArray(tasks)) {
      notes.add('shape', 'column', 'tasks is no list', tasks)
      continue
    }
    for (const task of tasks) {
      yield
      inspectCard(notes, task, statusId, cards, numbers)
    }
  }
}

function inspectCard(
  notes: Notes,
  task: unknown,
  statusId: string | undefined,
  ids: Set<string>,
  numbers: Set<number>,
): void {
  const card = readCard(task, '', '')
  if (!isObject(task) || card.unreadable) {
    notes.add('shape', 'card', 'no id', task)
    return
  }
  notes.fields('card', task, card.blocked ? /block|reason|refus|promot/i : undefined)
  notes.word('priority', 'card', own(task, 'priority'), PRIORITIES)
  if (ids.has(card.id)) notes.add('shape', 'card', 'an id a second time', card.id)
  ids.add(card.id)
  if (card.number === undefined) notes.add('shape', 'card', 'no usable number', own(task, 'number'))
  else if (numbers.has(card.number)) notes.add('shape', 'card', 'a number a second time', card.number)
  else numbers.add(card.number)
  if (typeof own(task, 'title') !== 'string') notes.add('shape', 'card', 'title is no text', own(task, 'title'))
  if (idOf(own(task, 'projectId')) === undefined) notes.add('shape', 'card', 'no projectId', own(task, 'projectId'))
  const stands = own(task, 'statusId')
  if (statusId !== undefined && idOf(stands) !== statusId) {
    notes.add('shape', 'card', 'a statusId that is not its column’s', stands)
  }
  if (card.labels === null) notes.add('shape', 'card', 'labels that are no list of labels', own(task, 'labels'))
  const assignee = own(task, 'assignee')
  if (typeof assignee !== 'string' && readAssignee(assignee) === 'assigned') {
    notes.add('shape', 'card', 'an assignee without a name', assignee)
  }
  if (readBlocked(task)?.reason === '') notes.add('shape', 'card', 'blocked without a reason', own(task, 'blocked'))
}

function* inspectLabels(notes: Notes, json: unknown): Generator<void> {
  const lists = Array.isArray(json) ? [json] : isObject(json) ? Object.values(json).filter(Array.isArray) : []
  const [list] = lists
  if (!list || lists.length > 1) return notes.add('shape', 'labels', 'no list, or more than one', json)
  if (isObject(json) && speaksOfMore(json)) notes.add('shape', 'labels', 'a further page', Object.keys(json))
  const met = new Set<string>()
  for (const item of list) {
    yield
    const label = readLabel(item)
    if (!isObject(item) || !label) {
      notes.add('shape', 'label', 'no id', item)
      continue
    }
    notes.fields('label', item)
    notes.word('color', 'label', own(item, 'color'), COLORS)
    if (met.has(label.id)) notes.add('shape', 'label', 'an id a second time', label.id)
    met.add(label.id)
    if (typeof own(item, 'name') !== 'string') notes.add('shape', 'label', 'name is no text', own(item, 'name'))
    if (label.taskCount === undefined) notes.add('shape', 'label', 'no usable taskCount', own(item, 'taskCount'))
  }
}

/** The findings of one answer, counted. */
class Notes {
  private readonly found = new Map<string, Finding>()

  constructor(private readonly request: string) {}

  add(subject: FindingSubject, place: string, value: string, sample: unknown): void {
    const key = `${subject} ${place} ${value}`
    const known = this.found.get(key)
    if (known) known.count += 1
    else if (this.found.size < MOST_FINDINGS) {
      const where = place ? `${this.request}, ${place}` : this.request
      this.found.set(key, { subject, where, value: cut(value, VALUE_MAX), count: 1, sample: sampleOf(sample) })
    }
  }

  /** Notes a word that is not one of those known. Case and space around it do not matter, as nowhere in this app. */
  word(subject: FindingSubject, place: string, value: unknown, known: ReadonlySet<string>): void {
    if (typeof value !== 'string') this.add('shape', place, `${subject} is no text`, value)
    else if (!known.has(value.trim().toLowerCase())) this.add(subject, place, value, value)
  }

  /** Notes the fields that this app does not read. */
  fields(place: keyof typeof FIELDS, source: JsonObject, alsoRead?: RegExp): void {
    for (const name of Object.keys(source)) {
      if (!FIELDS[place].has(name) && !alsoRead?.test(name)) this.add('field', place, name, own(source, name))
    }
  }

  list(): Finding[] {
    return [...this.found.values()]
  }
}

function sampleOf(value: unknown): string {
  return cut(JSON.stringify(value) ?? 'absent', SAMPLE_MAX)
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text
}
