/** Runs `act` once the next frame is on the screen. Returns the function that cancels it. */
export function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/**
 * Runs `act` when the browser has nothing else to do, after `timeoutMs` at the latest. Returns the
 * function that cancels it.
 */
export function whenIdle(act: () => void, timeoutMs: number): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act)
    return () => clearTimeout(timer)
  }
  const request = window.requestIdleCallback(act, { timeout: timeoutMs })
  return () => window.cancelIdleCallback(request)
}
