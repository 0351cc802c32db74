import { useState } from 'react'
import { sameValue } from '#model/share-board.ts'

/** The same object as before as long as the value's content is the same. */
export function useSteady<T>(value: T): T {
  const [held, setHeld] = useState(value)
  if (held === value || sameValue(held, value)) return held
  setHeld(value)
  return value
}

/** The value as it was when `frozen` became true, until it is false again. */
export function useFrozenWhile<T>(frozen: boolean, value: T): T {
  const [held, setHeld] = useState(value)
  if (frozen || Object.is(held, value)) return held
  setHeld(value)
  return value
}
