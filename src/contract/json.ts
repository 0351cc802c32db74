/** Maximum length of a text field from a service, in UTF-16 units. Longer text is truncated. */
const MAX_TEXT_LENGTH = 4_000

/** Access its values only with `own`. */
export type JsonObject = Readonly<Record<string, unknown>>

/** False for null and arrays. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Ignores inherited properties such as `constructor`. */
export function own(value: JsonObject, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined
}

/** Text of a string or a finite number, truncated. Undefined for all other values. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return truncateText(value)
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return undefined
}

/** Like `textOf`, but trimmed, and undefined for blank text. */
export function nonEmptyText(value: unknown): string | undefined {
  const text = textOf(value)?.trim()
  return text ? text : undefined
}

export function truncateText(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH - 1)}…` : text
}

/**
 * In UTF-16 units. A longer id is rejected, because a truncated id would address another resource.
 */
const MAX_ID_LENGTH = 1_000

/**
 * An unchanged string, or a safe integer. Larger numbers lose digits when JSON is parsed.
 * See .github/decisions/0016-data-from-a-service.md.
 */
export function idOf(value: unknown): string | undefined {
  if (typeof value === 'string')
    return value.trim() !== '' && value.length <= MAX_ID_LENGTH ? value : undefined
  return Number.isSafeInteger(value) ? String(value) : undefined
}

/** The first text among these keys that isn’t blank. */
export function firstText(value: JsonObject, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const text = nonEmptyText(own(value, key))
    if (text) return text
  }
  return undefined
}

/** The first id among these keys. */
export function firstId(value: JsonObject, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const id = idOf(own(value, key))
    if (id !== undefined) return id
  }
  return undefined
}

const NEXT_PAGE_KEY = /^(cursor|(has_?)?(next|more)(_?(cursor|page|page_?token|token|link|url))?)$/i
const PAGING_KEY = /^(_?links|meta|paging|pagination|page|page_?info)$/i

/** This app loads only the first page of a list. [gap G19] */
export function hasNextPage(json: unknown, depth = 0): boolean {
  if (!isObject(json) || depth > 2) return false
  return Object.keys(json).some((key) => {
    const value = own(json, key)
    if (NEXT_PAGE_KEY.test(key)) return Boolean(value) && value !== 'false'
    return PAGING_KEY.test(key) && hasNextPage(value, depth + 1)
  })
}

/** An array, or the only array among the fields of an object. */
export function arrayOrOnlyArray(json: unknown): readonly unknown[] | undefined {
  if (Array.isArray(json)) return json
  const arrays = isObject(json) ? Object.values(json).filter(Array.isArray) : []
  return arrays.length === 1 ? arrays[0] : undefined
}

/** Undefined for any other value. */
export function knownValue<Value>(values: readonly Value[], json: unknown): Value | undefined {
  return values.find((value) => value === json)
}

/** A whole number that isn't negative. */
export function countOf(json: unknown): number | undefined {
  return typeof json === 'number' && Number.isSafeInteger(json) && json >= 0 ? json : undefined
}

/** Of an ISO 8601 time, in milliseconds since the epoch. */
export function timeOf(json: unknown): number | undefined {
  const time = typeof json === 'string' ? Date.parse(json) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}
