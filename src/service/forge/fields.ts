import * as v from 'valibot'

/** An id that goes to git and into queries: never trusted because a forge sent it. */
export const commitField = v.pipe(v.string(), v.regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/))

export const numberField = v.pipe(v.number(), v.integer(), v.minValue(1))

/** Forges send null, "", or nothing for a text that isn't there. */
export const optionalText = v.optional(v.nullable(v.string()))

const HTTPS = /^https:\/\/[^/?#@\\\s]+(\/|$)/
const MAX_URL = 2_000

/** A link for people; undefined when it's missing, or leads to anything but a page. */
export function pageUrl(text: string | null | undefined): string | undefined {
  return text && text.length <= MAX_URL && HTTPS.test(text) ? text : undefined
}
