import { type RefObject, useCallback, useInsertionEffect, useRef } from 'react'

/** The value of the last render, for code that runs later. Not for use while rendering. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  useInsertionEffect(() => {
    latest.current = value
  })
  return latest
}

/**
 * What React has under this name since 19.2: a stable function that calls the `act` of the last
 * render. For effects and event listeners, not while rendering.
 */
export function useEffectEvent<Args extends unknown[], Result>(
  act: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useLatest(act)
  return useCallback((...args) => latest.current(...args), [latest])
}
