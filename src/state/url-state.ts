import {
  type Arrangement,
  DEFAULT_ARRANGEMENT,
  DENSITIES,
  GROUPINGS,
  isDefaultArrangement,
  LAYOUTS,
  OLDER_CARDS,
  OPTIONAL_FIELDS,
  SORT_ORDERS,
} from '#model/arrangement.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { type CardFilter, EMPTY_FILTER, FILTER_FIELDS, isEmptyFilter } from '#model/card-filter.ts'

/**
 * The state in the URL: a board, a project, an open card, and the view; never a key. A board or
 * a project of null ("w=") means that a person has to choose: the Back button leads there, and no
 * default replaces it.
 */
export interface UrlState extends CardFilter, Arrangement {
  workspaceId: string | null | undefined
  projectId: string | null | undefined
  /** Number of the open card. */
  cardNumber: number | undefined
  /** For a screen that nobody operates: the cards without any controls. */
  isWallDisplay: boolean
}

/** How a value is read from and written to the query. One without a meaning is dropped. */
interface Parameter<Value> {
  read: (query: URLSearchParams) => Value
  write: (query: URLSearchParams, value: Value) => unknown
}

const FILTER_PARAMETERS: { readonly [Field in keyof CardFilter]: Parameter<CardFilter[Field]> } = {
  text: {
    read: (query) => query.get('q') ?? '',
    write: (query, text) => text && query.set('q', text),
  },
  // "label=7,8" is any of the two, "label=7&label=8" both of them, and "label=!7" is not.
  labelIds: {
    read: (query) => readLabels(query).any,
    write: (query, ids) => ids.length > 0 && query.append(LABEL, ids.map(escapeId).join()),
  },
  allLabelIds: {
    read: (query) => readLabels(query).all,
    write: (query, ids) => writeEach(query, LABEL, ids.map(escapeId)),
  },
  withoutLabelIds: {
    read: (query) => labelTerms(query, true).map((term) => unescapeId(term.slice(1))),
    write: (query, ids) =>
      writeEach(
        query,
        LABEL,
        ids.map((id) => NOT + escapeId(id)),
      ),
  },
  priorities: list('priority'),
  states: list('state'),
  assignees: list('assignee'),
  blocked: list('blocked'),
}

function list(name: string): Parameter<readonly string[]> {
  return {
    read: (query) => query.getAll(name).filter(Boolean),
    write: (query, values) => writeEach(query, name, values),
  }
}

function writeEach(query: URLSearchParams, name: string, values: readonly string[]): void {
  for (const value of values) query.append(name, value)
}

const LABEL = 'label'
/** Begins the term of a label that a card must not have. */
const NOT = '!'

function labelTerms(query: URLSearchParams, isNot: boolean): string[] {
  return query.getAll(LABEL).filter((term) => term && term.startsWith(NOT) === isNot)
}

/** A term by itself names any of its labels; each of several with one label is required. */
function readLabels(query: URLSearchParams): { any: string[]; all: string[] } {
  const terms = labelTerms(query, false).map((term) => term.split(',').map(unescapeId))
  const isAll = ({ length }: readonly string[]) => length === 1 && terms.length > 1
  const any = terms.filter((ids) => !isAll(ids))
  return { any: any.flat(), all: terms.filter(isAll).flat() }
}

/** Ids are any text: the characters with a meaning in a term are escaped. */
function escapeId(id: string): string {
  return id.replace(/[%,!]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
}

function unescapeId(id: string): string {
  return id.replace(/%(2[15c])/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}

function readFilter(query: URLSearchParams): CardFilter {
  const filter = { ...EMPTY_FILTER }
  const readField = <Field extends keyof CardFilter>(field: Field) => {
    filter[field] = FILTER_PARAMETERS[field].read(query)
  }
  FILTER_FIELDS.forEach(readField)
  return filter
}

function writeFilter(query: URLSearchParams, filter: CardFilter): void {
  const writeField = <Field extends keyof CardFilter>(field: Field) =>
    FILTER_PARAMETERS[field].write(query, filter[field])
  FILTER_FIELDS.forEach(writeField)
}

/** Reads the query of a URL. Values without a meaning are dropped. */
export function readUrl(search: string = window.location.search): UrlState {
  const query = new URLSearchParams(search)
  const card = query.get('card') ?? ''
  return {
    workspaceId: query.has('w') ? query.get('w') || null : undefined,
    projectId: query.has('p') ? query.get('p') || null : undefined,
    cardNumber: /^\d{1,15}$/.test(card) ? Number(card) : undefined,
    isWallDisplay: query.get('tv') === '1',
    layout: oneOf(LAYOUTS, query.get(VIEW)),
    group: oneOf(GROUPINGS, query.get('group')),
    sort: oneOf(SORT_ORDERS, query.get('sort')),
    hiddenColumns: query.getAll('hide').filter(Boolean),
    collapsedColumns: query.getAll('collapse').filter(Boolean),
    collapsedLanes: query.getAll('collapse-group'),
    olderCards: oneOf(OLDER_CARDS, query.get('older')),
    density: oneOf(DENSITIES, query.get('density')),
    omittedFields: OPTIONAL_FIELDS.filter((field) => query.getAll('without').includes(field)),
    ...readFilter(query),
  }
}

/** The first choice is the default. */
function oneOf<Choice>(choices: readonly [Choice, ...Choice[]], value: unknown): Choice {
  return choices.find((choice) => choice === value) ?? choices[0]
}

/** All cards, in the order of the service. */
const PLAIN_VIEW: CardFilter & Arrangement = { ...EMPTY_FILTER, ...DEFAULT_ARRANGEMENT }

/** The query of a URL, empty without state. */
export function writeUrl(state: UrlState): string {
  const query = new URLSearchParams()
  if (state.workspaceId !== undefined) query.set('w', state.workspaceId ?? '')
  if (state.projectId !== undefined) query.set('p', state.projectId ?? '')
  if (state.cardNumber !== undefined) query.set('card', String(state.cardNumber))
  if (state.isWallDisplay) query.set('tv', '1')
  writeFilter(query, state)
  writeChoice(query, VIEW, state.layout, LAYOUTS)
  writeChoice(query, 'group', state.group, GROUPINGS)
  writeChoice(query, 'sort', state.sort, SORT_ORDERS)
  writeEach(query, 'hide', state.hiddenColumns)
  writeEach(query, 'collapse', state.collapsedColumns)
  writeEach(query, 'collapse-group', state.collapsedLanes)
  writeChoice(query, 'older', state.olderCards, OLDER_CARDS)
  writeChoice(query, 'density', state.density, DENSITIES)
  writeEach(query, 'without', state.omittedFields)
  const text = query.toString()
  return text ? `?${text}` : ''
}

/**
 * The query of a link that shows the same to everybody: without a view, it would show how the board
 * was arranged last on the device of who follows it.
 */
export function viewQuery(state: UrlState): string {
  const query = new URLSearchParams(writeUrl(state))
  if (!hasView(query.toString())) query.set(VIEW, state.layout)
  return `?${query}`
}

/** Whether a query says how a board is shown, be it with its default. */
export function hasView(search: string): boolean {
  return !isPlain(readUrl(search)) || new URLSearchParams(search).has(VIEW)
}

/** Whether a query says that a board is shown with its default: a reload has to show it, too. */
export function namesPlainView(search: string): boolean {
  return isPlain(readUrl(search)) && new URLSearchParams(search).has(VIEW)
}

function isPlain(state: UrlState): boolean {
  return isEmptyFilter(state) && isDefaultArrangement(state)
}

const VIEW = 'view'

function writeChoice(
  query: URLSearchParams,
  name: string,
  value: string,
  [defaultValue]: readonly string[],
): void {
  if (value !== defaultValue) query.set(name, value)
}

export type LinkedBoard = Pick<BoardSession, 'workspaceId' | 'projectId'>

/** The query of a card's link: its board and its number, without the filter. */
export function cardQuery(board: LinkedBoard, cardNumber: number): string {
  const { workspaceId, projectId } = board
  return writeUrl({ ...PLAIN_VIEW, workspaceId, projectId, cardNumber, isWallDisplay: false })
}
