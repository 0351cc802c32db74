import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterPaint, whenIdle } from './schedule.ts'

/** Until a frame is on the screen; or until the page is idle, each one in its own idle moment. */
export type RenderDelay = 'none' | 'frame' | 'idle'

const MAX_IDLE_WAIT_MS = 300

/** False until the first wait is over. */
export function useReadyAfter(firstWait: RenderDelay): boolean {
  const [wait, setWait] = useState(firstWait)
  useEffect(() => {
    const setReady = () => flushSync(() => setWait('none'))
    if (wait === 'none') return
    return wait === 'frame' ? afterPaint(setReady) : whenIdle(setReady, MAX_IDLE_WAIT_MS)
  }, [wait])
  return wait === 'none'
}
