/** A longer wait is cut to this: proxies end a response that takes a minute. */
const MAX_WAIT_SECONDS = 25

/**
 * Seconds from `wait` in a Prefer header (RFC 7240), at most 25. Undefined without a usable one: a
 * preference that can't be read is ignored.
 */
export function preferredWait(header: string | undefined): number | undefined {
  for (const preference of header?.split(',') ?? []) {
    const [, digits] = /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:;|$)/i.exec(preference) ?? []
    // The first one counts.
    if (digits !== undefined) return Math.min(Number(digits), MAX_WAIT_SECONDS) || undefined
  }
  return undefined
}
