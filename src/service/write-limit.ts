import { Problem } from './problem.ts'

/** Limits the writes of each credential over a sliding minute; `now` gives milliseconds. [gap G19] */
export function createWriteLimit(perMinute: number, now: () => number): (credentialId: number) => void {
  const recent = new Map<number, number[]>()
  return (credentialId) => {
    const at = now()
    const times = (recent.get(credentialId) ?? []).filter((time) => at - time < 60_000)
    const [oldest] = times
    if (times.length >= perMinute && oldest !== undefined) {
      const seconds = Math.max(1, Math.ceil((oldest + 60_000 - at) / 1_000))
      throw new Problem(
        429,
        'too_many_writes',
        `More than ${perMinute} writes in a minute. Try again in ${seconds} s.`,
        {},
        { 'Retry-After': String(seconds) },
      )
    }
    times.push(at)
    recent.set(credentialId, times)
  }
}
