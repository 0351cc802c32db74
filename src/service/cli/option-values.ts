import { messages } from '../messages/messages.ts'
import { LOG_LEVELS, type LogLevel } from '../web/logger.ts'
import { UsageError } from './usage-error.ts'

/** Throws UsageError. */
export function parseWholeNumber(name: string, text: string, min: number, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max)) {
    throw new UsageError(messages.usage.notWholeNumber(name, min, max, text))
  }
  return value
}

/** Throws UsageError. */
export function parseLogLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find((known) => known === text)
  if (level) return level
  throw new UsageError(messages.usage.logLevelUnknown(text, LOG_LEVELS))
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
