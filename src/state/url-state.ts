import type { BoardSession } from '#model/board-ref.ts'
import { type CardFilter, EMPTY_FILTER, FILTER_FIELDS } from '#model/card-filter.ts'

/**
 * The state in the URL: a board, a project, an open card, and the filters; never a key. A board or
 * a project of null ("w=") means that a person has to choose: the Back button leads there, and no
 * default replaces it.
 */
export interface UrlState extends CardFilter {
  workspaceId: string | null | undefined
  projectId: string | null | undefined
  /** Number of the open card. */
  cardNumber: number | undefined
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
  labelIds: list('label'),
  priorities: list('priority'),
  states: list('state'),
  assignees: list('assignee'),
  blocked: list('blocked'),
}

function list(name: string): Parameter<readonly string[]> {
  return {
    read: (query) => query.getAll(name).filter(Boolean),
    write: (query, values) => {
      for (const value of values) query.append(name, value)
    },
  }
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
    ...readFilter(query),
  }
}

/** The query of a URL, empty without state. */
export function writeUrl(state: UrlState): string {
  const query = new URLSearchParams()
  if (state.workspaceId !== undefined) query.set('w', state.workspaceId ?? '')
  if (state.projectId !== undefined) query.set('p', state.projectId ?? '')
  if (state.cardNumber !== undefined) query.set('card', String(state.cardNumber))
  writeFilter(query, state)
  const text = query.toString()
  return text ? `?${text}` : ''
}

export type LinkedBoard = Pick<BoardSession, 'workspaceId' | 'projectId'>

/** The query of a card's link: its board and its number, without the filter. */
export function cardQuery(board: LinkedBoard, cardNumber: number): string {
  const { workspaceId, projectId } = board
  return writeUrl({ ...EMPTY_FILTER, workspaceId, projectId, cardNumber })
}
