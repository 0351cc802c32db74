import { readFileSync } from 'node:fs'
import { messages } from '../messages/messages.ts'
import { UsageError } from './usage-error.ts'

/** Reads a number from `min` to `max`. It throws UsageError. */
export function wholeNumber(min: number, max: number) {
  return (text: string, option: string): number => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    throw new UsageError(messages.usage.notWholeNumber(option, min, max, text))
  }
}

/** Reads one of the values. It throws UsageError. */
export function oneOf<Value extends string>(values: readonly Value[]) {
  return (text: string, option: string): Value => {
    const known = values.find((value) => value === text)
    if (known !== undefined) return known
    throw new UsageError(messages.usage.notOneOf(option, values, text))
  }
}

/** Throws UsageError. */
export function parsePublicUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isWebOrigin = url && ['http:', 'https:'].includes(url.protocol) && url.pathname === '/'
  const hasMore = url && (url.username || url.password || url.search || url.hash)
  if (!url || !isWebOrigin || hasMore) throw new UsageError(messages.usage.publicUrlInvalid(text))
  return url
}

/** Throws UsageError. */
export function parseServiceUrl(text: string, allowInsecure: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new UsageError(messages.usage.serviceNotUrl(text))
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new UsageError(messages.usage.serviceNotBaseUrl)
  }
  if (url.protocol === 'http:' && !allowInsecure && !isLoopback(url.hostname)) {
    throw new UsageError(messages.usage.serviceInsecure(url.origin))
  }
  return url
}

/** Throws UsageError: a token goes there. */
export function parseForgeUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (!url || !isSafe || url.username || url.password || url.search || url.hash) {
    throw new UsageError(messages.usage.forgeUrlInvalid)
  }
  return url
}

export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname === '[::1]' ||
    hostname === '::1' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  )
}

/** Throws UsageError. */
export function parseOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.origin !== text) throw new UsageError(messages.usage.corsNotOrigin(text))
  return text
}

/** Of a file, or else of the variable; undefined without one. Throws UsageError. */
export function readToken(
  variable: string | undefined,
  path: string | undefined,
): string | undefined {
  const text = (path === undefined ? variable : readTokenFile(path))?.trim()
  if (text === undefined || /^[\x21-\x7e]+$/.test(text)) return text
  throw new UsageError(messages.usage.tokenInvalid(path ?? 'FORGE_TOKEN'))
}

function readTokenFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(messages.forge.tokenFileUnreadable(path, reason))
  }
}
