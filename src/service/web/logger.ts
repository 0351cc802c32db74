import pino, { type Logger } from 'pino'

export type { Logger } from 'pino'

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/** One JSON line for each event, to standard error. */
export function createLogger(level: LogLevel): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  return pino(options, pino.destination({ dest: 2, sync: true }))
}

/** Anything that looks like a key of a board service, wherever it was put. */
const KEY = /kbs_[a-z2-7]+/gi

const MAX_PATH_LENGTH = 200

/** A path without a key that somebody put there: neither one of this service nor the one sent. */
export function loggedPath(path: string, authorization: string | undefined): string {
  const secret = authorization?.replace(/^\S+ +/, '').trim()
  const decoded = decode(path)
  const withoutSecret = secret ? decoded.replaceAll(secret, '[key]') : decoded
  return withoutSecret.replace(KEY, '[key]').slice(0, MAX_PATH_LENGTH)
}

/** A fault without the keys that its message may quote. */
export function loggedError(error: unknown): { message: string; stack: string } {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  return { message: message.replace(KEY, '[key]'), stack: stack.replace(KEY, '[key]') }
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
