let last = 0

/**
 * Milliseconds since the epoch. Each call returns a greater number than the one before, so that the
 * order of requests and responses on a page is always clear.
 */
export function monotonicNow(): number {
  last = Math.max(last + 0.001, performance.timeOrigin + performance.now())
  return last
}
