import { useCallback, useInsertionEffect, useRef } from 'react'

/**
 * What React has under this name since 19.2: a stable function that calls the `act` of the last
 * render. For effects and event listeners, not while rendering.
 */
export function useEffectEvent<Args extends unknown[], Result>(
  act: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(act)
  useInsertionEffect(() => {
    latest.current = act
  }, [act])
  return useCallback((...args) => latest.current(...args), [])
}
