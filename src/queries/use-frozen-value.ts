import { useState } from 'react'

/** The value from before `isFrozen` became true, until it is false again. */
export function useFrozenValue<T>(isFrozen: boolean, value: T): T {
  const [frozen, setFrozen] = useState(value)
  if (isFrozen || Object.is(frozen, value)) return frozen
  setFrozen(value)
  return value
}
