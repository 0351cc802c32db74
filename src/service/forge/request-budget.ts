import { messages } from '../messages/messages.ts'
import { ForgeError } from './forge.ts'

interface BudgetOptions {
  /** Requests that can be made at once. */
  burst: number
  /** Requests that are added to them each minute. */
  perMinute: number
  /** Whether one that brings no news counts, as it does on most forges. */
  countsUnchanged: boolean
}

/** Of a response; names are in lower case. */
type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Without a date in a response that says "too many requests". */
const DEFAULT_WAIT_MS = 60_000
/** A forge that asks for more is asked again sooner: its clock can be wrong. */
const MAX_WAIT_MS = 60 * 60_000

/**
 * What a forge says of its own limits, for all who ask it: `Retry-After`, and the rate headers of
 * GitHub, GitLab, and Gitea.
 */
export class ForgeLimits {
  #until = 0
  /** Requests since the start, by what became of them. */
  readonly counts = { sent: 0, unchanged: 0, failed: 0 }

  constructor(readonly now: () => number = Date.now) {}

  /** Time until which the forge wants no request, in milliseconds since the epoch. */
  get until(): number | undefined {
    return this.#until > this.now() ? this.#until : undefined
  }

  observe(status: number, headers: Headers): void {
    if (status === 304) this.counts.unchanged += 1
    if (status >= 400) this.counts.failed += 1
    const text = (name: string) => {
      const value = headers[name]
      return Array.isArray(value) ? value[0] : value
    }
    const isRefused = status === 429 || status === 403
    const retryAfter = retryMs(text('retry-after'), this.now())
    if (retryAfter !== undefined && isRefused) return this.#limit(retryAfter)
    if ((text('x-ratelimit-remaining') ?? text('ratelimit-remaining')) === '0') {
      const reset = Number(text('x-ratelimit-reset') ?? text('ratelimit-reset'))
      return this.#limit(reset > 0 ? reset * 1_000 - this.now() : DEFAULT_WAIT_MS)
    }
    if (status === 429) this.#limit(DEFAULT_WAIT_MS)
  }

  #limit(ms: number): void {
    const wait = Math.min(Math.max(ms, 1_000), MAX_WAIT_MS)
    this.#until = Math.max(this.#until, this.now() + wait)
  }
}

/** How many requests a forge gets from those who share it. */
export class RequestBudget {
  #left: number
  #filledAt: number

  constructor(
    private readonly options: BudgetOptions,
    readonly limits: ForgeLimits,
  ) {
    this.#left = options.burst
    this.#filledAt = limits.now()
  }

  /** How many requests can be made now. */
  get left(): number {
    if (this.limits.until !== undefined) return 0
    this.#fill()
    return Math.floor(this.#left)
  }

  /** Takes one request. Throws ForgeError when there is none left. */
  take(): void {
    const { until } = this.limits
    const now = this.limits.now()
    if (until !== undefined) throw limited(until)
    if (this.left < 1) throw limited(now + 60_000 / this.options.perMinute)
    this.#left -= 1
    this.limits.counts.sent += 1
  }

  observe(status: number, headers: Headers): void {
    this.limits.observe(status, headers)
    const { burst, countsUnchanged } = this.options
    if (status === 304 && !countsUnchanged) this.#left = Math.min(burst, this.#left + 1)
  }

  #fill(): void {
    const now = this.limits.now()
    const added = ((now - this.#filledAt) / 60_000) * this.options.perMinute
    this.#left = Math.min(this.options.burst, this.#left + Math.max(0, added))
    this.#filledAt = now
  }
}

/** `Retry-After` has seconds or a date. */
function retryMs(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined
  if (/^\d+$/.test(text)) return Number(text) * 1_000
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : at - now
}

export function limited(until: number): ForgeError {
  // To the minute, so that it stays the same reason.
  const time = `${new Date(until + 30_000).toISOString().slice(11, 16)} UTC`
  return new ForgeError(messages.forge.limited(time), { isGeneral: true })
}
