/** Longest text taken from a service for one field, in UTF-16 units; longer text is cut with an ellipsis. */
export const MAX_TEXT = 4_000

/** A plain JSON object, seen through its own keys only. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Is this value a JSON object (not null, not an array)? */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An own property of a JSON object; never one that the prototype lends. */
export function own(value: JsonObject, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined
}

/** Text of a string or a finite number, capped at MAX_TEXT; undefined for everything else. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return capText(value)
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return undefined
}

/** Like textOf, but blank text counts as absent. */
export function filledText(value: unknown): string | undefined {
  const text = textOf(value)?.trim()
  return text ? text : undefined
}

/** Text cut at MAX_TEXT with an ellipsis. */
export function capText(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text
}

/** Longest id that is taken, in UTF-16 units: a cut id would address something else. */
const MAX_ID = 1_000

/** An id: a text as it came, or a whole number that JSON carries exactly. Beyond 2^53 a number has lost its digits. */
export function idOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() !== '' && value.length <= MAX_ID ? value : undefined
  return Number.isSafeInteger(value) ? String(value) : undefined
}

/** The first of these keys that holds filled text. */
export function firstText(value: JsonObject, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const text = filledText(own(value, key))
    if (text) return text
  }
  return undefined
}

/** The first of these keys that holds an id. */
export function firstId(value: JsonObject, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const id = idOf(own(value, key))
    if (id !== undefined) return id
  }
  return undefined
}

const MORE = /^(cursor|(has_?)?(next|more)(_?(cursor|page|page_?token|token|link|url))?)$/i
const PAGING = /^(_?links|meta|paging|pagination|page|page_?info)$/i

/** Does an answer speak of a further page? This app reads one, so the rest is out of its sight. [gap G19] */
export function speaksOfMore(json: unknown, depth = 0): boolean {
  if (!isObject(json) || depth > 2) return false
  return Object.keys(json).some((key) => {
    const value = own(json, key)
    if (MORE.test(key)) return Boolean(value) && value !== 'false'
    return PAGING.test(key) && speaksOfMore(value, depth + 1)
  })
}
