import { afterPaint } from '#hooks/after-paint.ts'

/** A page that nobody sees has no frames. */
const MAX_FRAME_MS = 300

/**
 * Runs the first act once the next frame is on the screen, the second one after the frame that
 * follows, and so on. Returns a function that runs what is left at once.
 */
export function afterFrames(acts: readonly (() => void)[]): () => void {
  const left = [...acts]
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
    act?.()
  }
  wait()
  return () => {
    cancel()
    for (const act of left.splice(0)) act()
  }
}
