import { ApiError, type NotSentReason } from '#client/api-error.ts'
import type { Acknowledgment } from '#client/write-client.ts'

/** What the response to a write says. Only a later load shows whether the write took effect. */
export type WriteOutcome =
  /** `isDeferred`: a 202, which the service may apply later. [gap G2] */
  | { type: 'accepted'; acknowledgedAt: number; isDeferred: boolean; message?: string | undefined }
  /** `isCertain` is false for an error in a 2xx response: a later load decides. [gap G2] */
  | { type: 'refused'; error: ApiError; isCertain: boolean }
  /** 401 or 403. */
  | { type: 'denied'; error: ApiError }
  /** 404: what should change doesn't exist. */
  | { type: 'gone'; error: ApiError }
  /**
   * No response, a 5xx, or a response that can't be read: the write may have been applied.
   * [gap G20]
   */
  | { type: 'unknown'; error: ApiError | undefined }

/** Describes the outcome of a write without an error. */
export function acknowledgedOutcome(acknowledgment: Acknowledgment): WriteOutcome {
  const { acknowledgedAt, isDeferred = false, deferredMessage: message, refusal } = acknowledgment
  if (refusal === undefined) return { type: 'accepted', acknowledgedAt, isDeferred, message }
  const facts = { type: 'http', method: 'PATCH', path: '/v1', status: 200 } as const
  const error = new ApiError({ ...facts, serverMessage: refusal })
  return { type: 'refused', error, isCertain: false }
}

/** Describes the outcome of a write that failed. [gap G2] */
export function failedOutcome(error: unknown): WriteOutcome {
  if (!(error instanceof ApiError)) return { type: 'unknown', error: undefined }
  if (error.type === 'not-sent') return { type: 'refused', error, isCertain: true }
  if (error.type === 'not-stored') return { type: 'denied', error }
  if (error.type !== 'http' || error.status >= 500) return { type: 'unknown', error }
  if (error.status === 401 || error.status === 403) return { type: 'denied', error }
  if (error.status === 404) return { type: 'gone', error }
  return { type: 'refused', error, isCertain: true }
}

/** Whether only a later load can tell if the write took effect. */
export function needsConfirmation(outcome: WriteOutcome): boolean {
  if (outcome.type === 'refused') return !outcome.isCertain
  return outcome.type === 'accepted' || outcome.type === 'unknown'
}

/**
 * Whether the response was an HTTP error: then the write may never have started, and one check is
 * enough.
 */
export function isHttpError(outcome: WriteOutcome): boolean {
  return outcome.type !== 'accepted' && outcome.error?.type === 'http'
}

/** The error of a write that this app doesn't send. */
export function notSentError(cardNumber: number, notSentReason: NotSentReason): ApiError {
  return new ApiError({
    type: 'not-sent',
    method: 'PATCH',
    path: `/v1/cards/${cardNumber}`,
    notSentReason,
  })
}

/** Longest Retry-After that is waited for without a message. [gap G19] */
export const MAX_SILENT_WAIT_MS = 10_000
const MAX_SILENT_RETRIES = 2

/** Whether a write should be repeated silently: the service limits the rate, but not for long. */
export function isShortRateLimit(count: number, error: ApiError): boolean {
  if (error.status !== 429 || count >= MAX_SILENT_RETRIES) return false
  return (error.retryAfter ?? 0) <= MAX_SILENT_WAIT_MS
}
