import { replaceEqualDeep } from '@tanstack/react-query'
import { useState } from 'react'

/** The same object as before as long as the content of the value is the same. */
export function useStableValue<T>(value: T): T {
  const [stable, setStable] = useState(value)
  const next = replaceEqualDeep(stable, value)
  if (next !== stable) setStable(next)
  return next
}
