import { PRIORITIES } from './card-values.ts'
import { ENDPOINTS, type EndpointName } from './endpoints.ts'
import { type Finding, FindingCollector } from './finding-collector.ts'
import { arrayOrOnlyArray, hasNextPage, idOf, isObject, type JsonObject, own } from './json.ts'
import { PALETTE } from './palette.ts'
import { readAssignee, readBlocked, readCard } from './readers/read-card.ts'
import { readCardRepository } from './readers/read-card-repository.ts'
import { readLabel } from './readers/read-label.ts'

/** A response to inspect. With a format error, `json` is ignored. */
export interface InspectedResponse {
  endpoint: EndpointName
  json: unknown
  formatError?: string | undefined
}

const KINDS = new Set(['stage'])
const ROLES = new Set(['viewer', 'member', 'maintainer', 'owner'])
const SCOPES = new Set(['read', 'write'])
const KNOWN_PRIORITIES = new Set<string>(PRIORITIES)
const COLORS = new Set<string>(PALETTE)

/**
 * Finds data in a response that is not part of the spec or that the parsers skip. It is a
 * generator, so that callers can inspect large boards in idle time: each step covers one card,
 * column, label, or board entry.
 */
export function* findUnrecognized({
  endpoint,
  json,
  formatError,
}: InspectedResponse): Generator<void, Finding[]> {
  const collector = new FindingCollector(
    `${ENDPOINTS[endpoint].method} ${ENDPOINTS[endpoint].path}`,
  )
  if (formatError) collector.add('shape', '', formatError, undefined)
  else if (endpoint === 'me') yield* inspectCredential(collector, json)
  else if (endpoint === 'board') yield* inspectBoard(collector, json)
  else if (endpoint === 'listLabels') yield* inspectLabels(collector, json)
  else if (endpoint === 'createLabel' && json !== undefined && !readLabel(json)) {
    collector.add('shape', '', 'the response is not a label', json)
  }
  return collector.list()
}

function* inspectCredential(collector: FindingCollector, json: unknown): Generator<void> {
  if (!isObject(json)) return collector.add('shape', '', 'the response is not an object', json)
  collector.checkFields('credential', json)
  const clientId = own(json, 'clientId')
  collector.expect(idOf(clientId) !== undefined, 'credential', 'no clientId', clientId)
  const scopes = own(json, 'scopes')
  collector.expect(Array.isArray(scopes), 'credential', 'scopes is not a list', scopes)
  for (const scope of Array.isArray(scopes) ? scopes : []) {
    collector.checkValue('scope', 'credential', scope, SCOPES)
  }
  const answering = own(json, 'answering') ?? null
  collector.expect(answering === null, 'credential', 'answering is not null', answering)
  const boards = own(json, 'boards')
  if (Array.isArray(boards)) yield* inspectBoardEntries(collector, boards)
  else collector.add('shape', 'credential', 'boards is not a list', boards)
}

function* inspectBoardEntries(
  collector: FindingCollector,
  entries: readonly unknown[],
): Generator<void> {
  const seenIds = new Set<string>()
  for (const entry of entries) {
    yield
    const id = isObject(entry) ? idOf(own(entry, 'workspaceId')) : undefined
    if (!isObject(entry) || id === undefined) {
      collector.add('shape', 'board entry', 'no workspaceId', entry)
      continue
    }
    collector.expect(!seenIds.has(id), 'board entry', 'duplicate workspaceId', entry)
    seenIds.add(id)
    collector.checkFields('board entry', entry)
    collector.checkValue('role', 'board entry', own(entry, 'role'), ROLES)
  }
}

/** The ids that a board's columns and cards have used so far. */
interface SeenIds {
  statusIds: Set<string>
  cardIds: Set<string>
  cardNumbers: Set<number>
}

function* inspectBoard(collector: FindingCollector, json: unknown): Generator<void> {
  const columns = isObject(json) ? own(json, 'columns') : undefined
  if (!isObject(json) || !Array.isArray(columns)) {
    return collector.add('shape', 'board', 'columns is not a list', json)
  }
  collector.checkFields('board', json)
  collector.expect(!hasNextPage(json), 'board', 'has a next page', Object.keys(json))
  const seen: SeenIds = { statusIds: new Set(), cardIds: new Set(), cardNumbers: new Set() }
  for (const column of columns) {
    yield
    if (isObject(column)) yield* inspectColumn(collector, column, seen)
    else collector.add('shape', 'column', 'not an object', column)
  }
}

function* inspectColumn(
  collector: FindingCollector,
  column: JsonObject,
  seen: SeenIds,
): Generator<void> {
  collector.checkFields('column', column)
  collector.checkValue('kind', 'column', own(column, 'kind'), KINDS)
  collector.checkValue('role', 'column', own(column, 'minRole'), ROLES)
  const statusId = idOf(own(column, 'statusId'))
  if (statusId === undefined) {
    collector.add('shape', 'column', 'no statusId', own(column, 'statusId'))
  } else {
    collector.expect(!seen.statusIds.has(statusId), 'column', 'duplicate statusId', statusId)
    seen.statusIds.add(statusId)
  }
  const tasks = own(column, 'tasks')
  collector.expect(Array.isArray(tasks), 'column', 'tasks is not a list', tasks)
  for (const task of Array.isArray(tasks) ? tasks : []) {
    yield
    inspectCard(collector, task, statusId, seen)
  }
}

function inspectCard(
  collector: FindingCollector,
  task: unknown,
  statusId: string | undefined,
  seen: SeenIds,
): void {
  const card = readCard(task, '', '')
  if (!isObject(task) || card.isUnreadable) return collector.add('shape', 'card', 'no id', task)
  collector.checkFields('card', task, card.blocked ? /block|reason|refus|promot/i : undefined)
  collector.checkValue('priority', 'card', own(task, 'priority'), KNOWN_PRIORITIES)
  collector.expect(!seen.cardIds.has(card.id), 'card', 'duplicate id', card.id)
  seen.cardIds.add(card.id)
  inspectCardNumber(collector, card.number, own(task, 'number'), seen)
  const title = own(task, 'title')
  collector.expect(typeof title === 'string', 'card', 'title is not a string', title)
  const projectId = own(task, 'projectId')
  collector.expect(idOf(projectId) !== undefined, 'card', 'no projectId', projectId)
  const cardStatusId = own(task, 'statusId')
  const isInColumn = statusId === undefined || idOf(cardStatusId) === statusId
  collector.expect(isInColumn, 'card', 'statusId differs from the column’s', cardStatusId)
  const labels = own(task, 'labels')
  collector.expect(card.labels !== null, 'card', 'labels is not a list of labels', labels)
  const assignee = own(task, 'assignee')
  const isUnnamed = typeof assignee !== 'string' && readAssignee(assignee) === 'assigned'
  collector.expect(!isUnnamed, 'card', 'assignee without a name', assignee)
  inspectRepository(collector, own(task, 'repository'))
  const hasReason = readBlocked(task)?.reason !== ''
  collector.expect(hasReason, 'card', 'blocked without a reason', own(task, 'blocked'))
}

/** [gap G26] */
function inspectRepository(collector: FindingCollector, json: unknown): void {
  if (json === undefined) return
  if (!isObject(json)) return collector.add('shape', 'card', 'repository is not an object', json)
  collector.checkFields('card repository', json)
  const read = readCardRepository(json)
  const [checks, next, pull] = [own(json, 'checks'), own(json, 'next'), own(json, 'pull')]
  const list = Array.isArray(checks) ? checks : []
  for (const check of list) if (isObject(check)) collector.checkFields('check', check)
  const isReadable = checks === undefined || read?.checks.length === list.length
  collector.expect(isReadable, 'card repository', 'a check that can’t be read', checks)
  if (isObject(pull)) collector.checkFields('pull', pull)
  const isKnownPull = pull === undefined || read?.pull !== undefined
  collector.expect(isKnownPull, 'card repository', 'a pull request that can’t be read', pull)
  if (isObject(next)) collector.checkFields('next move', next)
  const isKnown = next === undefined || read?.next !== undefined
  collector.expect(isKnown, 'card repository', 'a next move that can’t be read', next)
}

function inspectCardNumber(
  collector: FindingCollector,
  number: number | undefined,
  json: unknown,
  seen: SeenIds,
): void {
  if (number === undefined) return collector.add('shape', 'card', 'no usable number', json)
  collector.expect(!seen.cardNumbers.has(number), 'card', 'duplicate number', number)
  seen.cardNumbers.add(number)
}

function* inspectLabels(collector: FindingCollector, json: unknown): Generator<void> {
  const list = arrayOrOnlyArray(json)
  if (!list) return collector.add('shape', 'labels', 'no list, or more than one', json)
  if (isObject(json) && hasNextPage(json)) {
    collector.add('shape', 'labels', 'has a next page', Object.keys(json))
  }
  const seenIds = new Set<string>()
  for (const item of list) {
    yield
    const label = readLabel(item)
    if (!isObject(item) || !label) {
      collector.add('shape', 'label', 'no id', item)
      continue
    }
    collector.checkFields('label', item)
    collector.checkValue('color', 'label', own(item, 'color'), COLORS)
    collector.expect(!seenIds.has(label.id), 'label', 'duplicate id', label.id)
    seenIds.add(label.id)
    const name = own(item, 'name')
    collector.expect(typeof name === 'string', 'label', 'name is not a string', name)
    const hasCount = label.taskCount !== undefined
    collector.expect(hasCount, 'label', 'no usable taskCount', own(item, 'taskCount'))
  }
}
