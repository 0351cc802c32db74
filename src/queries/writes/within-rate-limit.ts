import type { ApiError } from '#client/api-error.ts'
import { retryDelayMs } from '../query-client.ts'

const MAX_RATE_LIMITS = 20

interface RateLimited<Result> {
  send: () => Promise<Result>
  /**
   * The error of a result that a limit of the rate has rejected; undefined for any other result.
   */
  limitOf: (result: Result) => ApiError | undefined
  /** Waits for this time. False: the request is not sent again. */
  onRateLimit: (delayMs: number) => Promise<boolean>
}

/** Sends again after each limit of the rate, as often as `onRateLimit` allows it. */
export async function withinRateLimit<Result>({
  send,
  limitOf,
  onRateLimit,
}: RateLimited<Result>): Promise<Result> {
  for (let count = 0; ; count += 1) {
    const result = await send()
    const error = limitOf(result)
    if (!error || count >= MAX_RATE_LIMITS) return result
    if (!(await onRateLimit(retryDelayMs(count, error)))) return result
  }
}
