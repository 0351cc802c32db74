import { messages } from '#service/messages.ts'
import { Problem } from '../http/problem.ts'

/**
 * Limits the writes of each credential in a sliding minute. `now` returns milliseconds. [gap G19]
 */
export function createWriteLimit(
  perMinute: number,
  now: () => number,
): (credentialId: number) => void {
  const recentWrites = new Map<number, number[]>()
  return (credentialId) => {
    const time = now()
    const times = (recentWrites.get(credentialId) ?? []).filter(
      (earlier) => time - earlier < 60_000,
    )
    const [oldest] = times
    if (times.length >= perMinute && oldest !== undefined) {
      const seconds = Math.max(1, Math.ceil((oldest + 60_000 - time) / 1_000))
      throw new Problem(
        429,
        'too_many_writes',
        messages.problems.tooManyWrites(perMinute),
        {},
        { 'Retry-After': String(seconds) },
      )
    }
    times.push(time)
    recentWrites.set(credentialId, times)
  }
}
