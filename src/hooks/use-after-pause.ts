import { useEffect, useRef } from 'react'
import { useEffectEvent } from './use-effect-event.ts'

/** Long enough to type the next letter. */
const PAUSE_MS = 700

/**
 * Calls `act` once the value has changed and then stays the same for a moment. While `isReady` is
 * false, it waits.
 */
export function useAfterPause(value: unknown, act: () => void, isReady = true): void {
  const handled = useRef(value)
  const handlePause = useEffectEvent(act)
  useEffect(() => {
    if (!isReady || handled.current === value) return
    const timer = setTimeout(() => {
      handled.current = value
      handlePause()
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value, handlePause, isReady])
}
