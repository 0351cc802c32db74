import { useState } from 'react'

/**
 * The value from before `isFrozen` became true, until it is false again or `source` is another
 * object.
 */
export function useFrozenValue<T>(isFrozen: boolean, value: T, source: object): T {
  const [frozen, setFrozen] = useState({ value, source })
  const mayStay = isFrozen || Object.is(frozen.value, value)
  if (mayStay && frozen.source === source) return frozen.value
  setFrozen({ value, source })
  return value
}
