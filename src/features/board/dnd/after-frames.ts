import { afterPaint } from '#hooks/schedule.ts'

/** A window that others cover may have no frames. */
const MAX_FRAME_MS = 300

/**
 * Runs the first act once the next frame is on the screen, the second one after the frame that
 * follows, and so on. A late frame isn't waited for, and on a page that is left, all of them run at
 * once. Returns a function that runs what is left.
 */
export function afterFrames(acts: readonly (() => void)[]): () => void {
  const left = [...acts]
  const page = new AbortController()
  let cancel: () => void = () => undefined
  const wait = () => {
    const cancelFrame = afterPaint(runNext)
    const timer = setTimeout(runNext, MAX_FRAME_MS)
    cancel = () => {
      cancelFrame()
      clearTimeout(timer)
    }
  }
  const runNext = () => {
    cancel()
    const act = left.shift()
    if (left.length > 0) wait()
    else page.abort()
    act?.()
  }
  const finish = () => {
    cancel()
    page.abort()
    const act = left.shift()
    try {
      act?.()
    } finally {
      if (left.length > 0) finish()
    }
  }
  wait()
  document.addEventListener('visibilitychange', finish, { signal: page.signal })
  return finish
}
