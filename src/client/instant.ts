let last = 0

/**
 * The present moment in milliseconds since the epoch, strictly greater than every one given out before: two events of
 * one page are never simultaneous, so "was this read asked for after that answer came?" always has an answer.
 */
export function instant(): number {
  last = Math.max(last + 0.001, performance.timeOrigin + performance.now())
  return last
}
