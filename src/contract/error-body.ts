import * as v from 'valibot'
import { REFUSAL_CODES } from './card.ts'
import { capText, filledText, isObject, own } from './unknown.ts'

/** Stable codes of our service's errors. [gap G1] */
export const ERROR_CODES = [
  'bad_request',
  'key_missing',
  'key_not_accepted',
  'role_too_low',
  'scope_missing',
  'workspace_required',
  'workspace_unknown',
  'project_required',
  'project_unknown',
  'not_found',
  'method_not_allowed',
  'label_exists',
  'promotion_refused',
  'board_changed',
  'body_too_large',
  'host_not_allowed',
  'too_many_writes',
  'upstream_unreachable',
  'upstream_timed_out',
  'upstream_redirected',
  'upstream_unreadable',
  'internal',
] as const

/** A stable error code of our service. */
export type ErrorCode = (typeof ERROR_CODES)[number]

/** `application/problem+json` (RFC 9457), as our service sends it. */
export const problemSchema = v.strictObject({
  type: v.string(),
  title: v.string(),
  status: v.pipe(v.number(), v.integer()),
  detail: v.string(),
  code: v.picklist(ERROR_CODES),
  requestId: v.string(),
  workspaceIds: v.optional(v.array(v.string())),
  projectIds: v.optional(v.array(v.string())),
  neededRole: v.optional(v.string()),
  reason: v.optional(v.string()),
  refusal: v.optional(v.picklist(REFUSAL_CODES)),
})

/** An error body of our service. */
export type ProblemBody = v.InferOutput<typeof problemSchema>

/** What could be read out of an error answer. */
export interface ErrorBody {
  /** A web page came: the words are ours. */
  isPage: boolean
  /** The service's own words; empty when it gave none. */
  words: string
  /** A machine-readable code, when there was one. */
  code: string | undefined
  /** Every numeric text found under a key that speaks of workspaces or boards. [gap G11] */
  workspaceIds: string[]
  /** Every id found under a key that speaks of projects or products. [gap G12] */
  projectIds: string[]
}

/** Reads an error answer's body text. Never throws. [gap G1] */
export function readErrorBody(text: string, contentType: string): ErrorBody {
  const none: ErrorBody = { isPage: false, words: '', code: undefined, workspaceIds: [], projectIds: [] }
  const trimmed = text.trim()
  if (!trimmed) return none
  if (/html/i.test(contentType) || /^<(!doctype|html)/i.test(trimmed)) {
    return { ...none, isPage: true, words: 'This does not look like the board service.' }
  }
  const json = parse(trimmed)
  if (json === undefined) {
    const ids = [...new Set(listedIn(trimmed).slice(0, 200))]
    return { ...none, words: trimmed.slice(0, 200), workspaceIds: ids, projectIds: ids }
  }
  return {
    isPage: false,
    words: capText(wordsOf(json, 0) ?? ''),
    code: isObject(json) ? filledText(own(json, 'code')) : undefined,
    workspaceIds: idsUnder(json, /workspace|board/i),
    projectIds: idsUnder(json, /project|product/i),
  }
}

/** The words of a success that is an error all the same, as some services send them; undefined for every other. [gap G2] */
export function errorInSuccess(json: unknown): string | undefined {
  if (!isObject(json)) return undefined
  const isError = ['error', 'errors'].some((key) => {
    const value = own(json, key)
    if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
    return Boolean(value) && value !== 'false'
  })
  return isError ? capText(wordsOf(json, 0) ?? '') : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const WORD_KEYS = ['detail', 'message', 'error_description', 'reason', 'title']

function wordsOf(json: unknown, depth: number): string | undefined {
  if (depth > 4) return undefined
  const text = filledText(json)
  if (text) return text
  if (Array.isArray(json)) return joined(json, depth)
  if (!isObject(json)) return undefined
  for (const key of WORD_KEYS) {
    const words = filledText(own(json, key))
    if (words) return words
  }
  const inner = wordsOf(own(json, 'error'), depth + 1)
  if (inner) return inner
  const errors = own(json, 'errors')
  if (isObject(errors)) return joined(Object.values(errors), depth)
  return Array.isArray(errors) ? joined(errors, depth) : undefined
}

function joined(items: readonly unknown[], depth: number): string | undefined {
  const parts = items.slice(0, 20).flatMap((item) => wordsOf(item, depth + 1) ?? [])
  return parts.length > 0 ? parts.join('; ') : undefined
}

function idsUnder(json: unknown, key: RegExp): string[] {
  const found = new Set<string>()
  const visit = (value: unknown, under: boolean, depth: number, inList = false): void => {
    if (depth > 6 || found.size >= 200) return
    const text = under ? filledText(value) : undefined
    if (text) for (const id of idsIn(text, inList)) found.add(id)
    else if (Array.isArray(value)) for (const item of value) visit(item, under, depth + 1, true)
    else if (isObject(value)) {
      for (const name of Object.keys(value)) {
        const inside = under && /^id$/i.test(name)
        visit(own(value, name), key.test(name) || inside, depth + 1, inList)
      }
    }
  }
  visit(json, false, 0)
  if (found.size === 0) for (const id of listedIn(wordsOf(json, 0) ?? '')) found.add(id)
  return [...found]
}

/** A text in the place of an id: the id itself, however it looks in a list, or the numbers in a sentence. */
function idsIn(text: string, inList: boolean): string[] {
  const isOne = /^[^\s,;]{1,100}$/.test(text) && (inList || /\d/.test(text))
  return isOne ? [text] : (text.match(/\d+/g) ?? [])
}

/** The numbers that a sentence lists, two or more in a row: others are counts, times and the like. */
function listedIn(words: string): string[] {
  const lists = words.match(/\b\d+(?:(?:\s*[,/|]\s*|\s+(?:and|or)\s+|\s+)\d+)+\b/g) ?? []
  return lists.flatMap((list) => list.match(/\d+/g) ?? [])
}
