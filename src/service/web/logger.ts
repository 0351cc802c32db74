import pino, { type Logger } from 'pino'
import { withoutKeys } from '../store/without-keys.ts'

export type { Logger } from 'pino'

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/** One JSON line for each event, to standard error. */
export function createLogger(level: LogLevel): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  const destination = pino.destination({ dest: 2, sync: true })
  // A full disk costs lines of the log, and not the service.
  destination.on('error', () => undefined)
  return pino(options, destination)
}

const MAX_TEXT_LENGTH = 200

/** Text that a client sent, without a key and control characters. */
export function loggedText(text: string, authorization: string | undefined): string {
  const secret = authorization?.replace(/^\S+ +/, '').trim()
  return withoutKeys(decodeFully(text), secret)
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, MAX_TEXT_LENGTH)
}

/** A fault without the keys that its message may quote. */
export function loggedError(error: unknown): { message: string; stack: string } {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  return { message: withoutKeys(message), stack: withoutKeys(stack) }
}

/** Encodings of encodings that are worth undoing. */
const MAX_DECODINGS = 5

/** A key can be encoded more than once. */
function decodeFully(text: string): string {
  let decoded = text
  for (let count = 0; count < MAX_DECODINGS; count += 1) {
    const next = decode(decoded)
    if (next === decoded) return next
    decoded = next
  }
  // Whatever is still encoded can be a key.
  return decoded.replace(/%[0-9a-f]{2}/gi, '?')
}

/** Byte by byte, so that one wrong sequence hides nothing. */
function decode(text: string): string {
  return text.replace(/(%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return encoded.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
    }
  })
}
