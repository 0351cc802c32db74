import { monotonicNow } from '#client/monotonic-now.ts'

/** One look at whether a write is visible. */
export interface Attempt {
  /** Only a load that started later counts, from `monotonicNow()`. */
  since: number
  isFirst: boolean
  isLast: boolean
}

export type Wait = (ms: number) => Promise<void>

export function waitMs(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/**
 * Checks at once and after each delay until `check` returns a result. Undefined means: not visible
 * yet, check again. `since` is the time of the acknowledgment; each later attempt needs a load that
 * starts after its delay.
 */
export async function waitUntilVisible<Result>(
  check: (attempt: Attempt) => Promise<Result | undefined>,
  delaysMs: readonly number[],
  { since, wait = waitMs }: { since: number; wait?: Wait },
): Promise<Result | undefined> {
  const first = await check({ since, isFirst: true, isLast: delaysMs.length === 0 })
  if (first !== undefined) return first
  for (const [index, delayMs] of delaysMs.entries()) {
    await wait(delayMs)
    const isLast = index === delaysMs.length - 1
    const result = await check({ since: monotonicNow(), isFirst: false, isLast })
    if (result !== undefined) return result
  }
  return undefined
}
