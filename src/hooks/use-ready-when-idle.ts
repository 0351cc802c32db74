import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { whenIdle } from './when-idle.ts'

const MAX_IDLE_WAIT_MS = 300

/** False until the page is idle, if it starts so. Each one waits for its own idle moment. */
export function useReadyWhenIdle(isReadyAtFirst: boolean): boolean {
  const [isReady, setIsReady] = useState(isReadyAtFirst)
  useEffect(() => {
    if (isReady) return
    return whenIdle(() => flushSync(() => setIsReady(true)), MAX_IDLE_WAIT_MS)
  }, [isReady])
  return isReady
}
