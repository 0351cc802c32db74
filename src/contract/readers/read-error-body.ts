import { isObject, type JsonObject, nonEmptyText, own, truncateText } from '../json.ts'
import { type NamedProject, readProjects } from './read-projects.ts'

/** The readable parts of an error response. */
export interface ErrorBody {
  /** True when the body is HTML. It has no message then. */
  isWebPage: boolean
  /** Text from the service; empty when missing. */
  message: string
  code: string | undefined
  /** Ids in fields with "workspace" or "board" in the name. [gap G11] */
  workspaceIds: string[]
  /** Ids in fields with "project" or "product" in the name. [gap G12] */
  projectIds: string[]
  /** [gap G29] */
  projects: readonly NamedProject[]
}

/** Parses the body of an error response. Never throws. [gap G1] */
export function readErrorBody(text: string, contentType: string): ErrorBody {
  const emptyBody: ErrorBody = {
    isWebPage: false,
    message: '',
    code: undefined,
    workspaceIds: [],
    projectIds: [],
    projects: [],
  }
  const trimmed = text.trim()
  if (!trimmed) return emptyBody
  if (/html/i.test(contentType) || /^<(!doctype|html)/i.test(trimmed)) {
    return { ...emptyBody, isWebPage: true }
  }
  const json = parse(trimmed)
  if (json === undefined) {
    const ids = [...new Set(enumeratedNumbers(trimmed).slice(0, 200))]
    return { ...emptyBody, message: trimmed.slice(0, 200), workspaceIds: ids, projectIds: ids }
  }
  return {
    isWebPage: false,
    message: truncateText(findMessage(json, 0) ?? ''),
    code: isObject(json) ? nonEmptyText(own(json, 'code')) : undefined,
    workspaceIds: collectIds(json, /workspace|board/i),
    projectIds: collectIds(json, /project|product/i),
    projects: readProjects(json),
  }
}

/**
 * Message of an error with a 2xx status; empty if it has no text. Undefined if there is no error.
 * [gap G2]
 */
export function errorInSuccessMessage(json: unknown): string | undefined {
  if (!isObject(json)) return undefined
  const isError = ['error', 'errors'].some((key) => {
    const value = own(json, key)
    if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
    return Boolean(value) && value !== 'false'
  })
  return isError ? truncateText(findMessage(json, 0) ?? '') : undefined
}

/** What a service says about a write that it may apply later: `detail` of the body of a 202. */
export function deferredMessage(json: unknown): string | undefined {
  const text = isObject(json) ? nonEmptyText(own(json, 'detail')) : undefined
  return text === undefined ? undefined : truncateText(text)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const MESSAGE_KEYS = ['detail', 'message', 'error_description', 'reason', 'title']

function findMessage(json: unknown, depth: number): string | undefined {
  if (depth > 4) return undefined
  const text = nonEmptyText(json)
  if (text) return text
  if (Array.isArray(json)) return joinMessages(json, depth)
  if (!isObject(json)) return undefined
  for (const key of MESSAGE_KEYS) {
    const message = nonEmptyText(own(json, key))
    if (message) return message
  }
  const inner = findMessage(own(json, 'error'), depth + 1)
  if (inner) return inner
  const errors = own(json, 'errors')
  if (isObject(errors)) return joinMessages(Object.values(errors), depth)
  return Array.isArray(errors) ? joinMessages(errors, depth) : undefined
}

function joinMessages(items: readonly unknown[], depth: number): string | undefined {
  const parts = items.slice(0, 20).flatMap((item) => findMessage(item, depth + 1) ?? [])
  return parts.length > 0 ? parts.join('; ') : undefined
}

const MAX_IDS = 200
const MAX_DEPTH = 6

function collectIds(json: unknown, key: RegExp): string[] {
  const found = new Set<string>()
  addIds(json, { key, found, isUnderKey: false, isInList: false, depth: 0 })
  const ids = found.size > 0 ? found : new Set(enumeratedNumbers(findMessage(json, 0) ?? ''))
  return [...ids]
}

interface IdSearch {
  /** Names of the fields that have ids below them. */
  key: RegExp
  found: Set<string>
  isUnderKey: boolean
  isInList: boolean
  depth: number
}

function addIds(json: unknown, search: IdSearch): void {
  const { found, isUnderKey, isInList } = search
  if (search.depth > MAX_DEPTH || found.size >= MAX_IDS) return
  const text = isUnderKey ? nonEmptyText(json) : undefined
  for (const id of text ? idsFromText(text, isInList) : []) found.add(id)
  const inner = { ...search, depth: search.depth + 1 }
  if (Array.isArray(json)) for (const item of json) addIds(item, { ...inner, isInList: true })
  else if (isObject(json)) addIdsOfFields(json, inner)
}

function addIdsOfFields(source: JsonObject, search: IdSearch): void {
  for (const name of Object.keys(source)) {
    const isIdField = search.isUnderKey && /^id$/i.test(name)
    addIds(own(source, name), { ...search, isUnderKey: search.key.test(name) || isIdField })
  }
}

/**
 * The whole text if it looks like an id (in a list: any single token), otherwise the numbers in the
 * sentence.
 */
function idsFromText(text: string, isInList: boolean): string[] {
  const isSingleId = /^[^\s,;]{1,100}$/.test(text) && (isInList || /\d/.test(text))
  return isSingleId ? [text] : (text.match(/\d+/g) ?? [])
}

/**
 * Two or more consecutive numbers, like "41, 42 or 43". Single numbers are counts, times, and so
 * on.
 */
function enumeratedNumbers(text: string): string[] {
  const lists = text.match(/\b\d+(?:(?:\s*[,/|]\s*|\s+(?:and|or)\s+|\s+)\d+)+\b/g) ?? []
  return lists.flatMap((list) => list.match(/\d+/g) ?? [])
}
