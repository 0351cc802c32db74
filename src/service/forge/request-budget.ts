import { messages } from '../messages/messages.ts'
import { ForgeError } from './forge.ts'

export interface BudgetOptions {
  /** Requests that can be made at once. */
  burst: number
  /** Requests that are added to them each minute. */
  perMinute: number
  now?: () => number
}

/** Without a date in a response that says "too many requests". */
const DEFAULT_WAIT_MS = 60_000
/** A forge that asks for more is asked again sooner: its clock can be wrong. */
const MAX_WAIT_MS = 60 * 60_000

/**
 * How many requests a forge gets. What it says of its own limits counts first: `Retry-After`, and
 * the rate headers of GitHub, GitLab, and Gitea.
 */
export class RequestBudget {
  #left: number
  #filledAt: number
  #limitedUntil = 0
  /** Requests since the start, by what became of them. */
  readonly counts = { sent: 0, unchanged: 0, failed: 0 }
  readonly #now: () => number

  constructor(private readonly options: BudgetOptions) {
    this.#now = options.now ?? Date.now
    this.#left = options.burst
    this.#filledAt = this.#now()
  }

  /** Time until which the forge wants no request, in milliseconds since the epoch. */
  get limitedUntil(): number | undefined {
    return this.#limitedUntil > this.#now() ? this.#limitedUntil : undefined
  }

  /** How many requests can be made now. */
  get left(): number {
    if (this.limitedUntil !== undefined) return 0
    this.#fill()
    return Math.floor(this.#left)
  }

  /** Takes one request. Throws ForgeError when there is none left. */
  take(): void {
    const until = this.limitedUntil
    if (until !== undefined || this.left < 1) throw limited(until ?? this.#nextAt(), this.#now())
    this.#left -= 1
    this.counts.sent += 1
  }

  observe(status: number, headers: Readonly<Record<string, string | string[] | undefined>>): void {
    if (status === 304) {
      // It doesn't count against GitHub's limit.
      this.counts.unchanged += 1
      this.#left = Math.min(this.options.burst, this.#left + 1)
    }
    if (status >= 400) this.counts.failed += 1
    const text = (name: string) => {
      const value = headers[name]
      return Array.isArray(value) ? value[0] : value
    }
    const isRefused = status === 429 || status === 403
    const retryAfter = retryMs(text('retry-after'), this.#now())
    const remaining = text('x-ratelimit-remaining') ?? text('ratelimit-remaining')
    const isUsedUp = remaining === '0'
    if (retryAfter !== undefined && isRefused) return this.#limit(retryAfter)
    if (isUsedUp) {
      const reset = Number(text('x-ratelimit-reset') ?? text('ratelimit-reset'))
      return this.#limit(reset > 0 ? reset * 1_000 - this.#now() : DEFAULT_WAIT_MS)
    }
    if (status === 429) this.#limit(DEFAULT_WAIT_MS)
  }

  #limit(ms: number): void {
    const wait = Math.min(Math.max(ms, 1_000), MAX_WAIT_MS)
    this.#limitedUntil = Math.max(this.#limitedUntil, this.#now() + wait)
  }

  #fill(): void {
    const now = this.#now()
    const added = ((now - this.#filledAt) / 60_000) * this.options.perMinute
    this.#left = Math.min(this.options.burst, this.#left + Math.max(0, added))
    this.#filledAt = now
  }

  #nextAt(): number {
    return this.#now() + 60_000 / this.options.perMinute
  }
}

/** `Retry-After` has seconds or a date. */
function retryMs(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined
  if (/^\d+$/.test(text)) return Number(text) * 1_000
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : at - now
}

export function limited(until: number, now: number): ForgeError {
  return new ForgeError(
    messages.forge.limited(Math.max(1, Math.ceil((until - now) / 1_000))),
    until,
  )
}
