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

/** The first of these keys that holds filled text. */
export function firstText(value: JsonObject, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const text = filledText(own(value, key))
    if (text) return text
  }
  return undefined
}
