import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from './schedule.ts'

/** The previous value, until a frame has shown what else changed with it. */
export function usePaintedValue<Value>(value: Value): Value {
  const [painted, setPainted] = useState(value)
  useEffect(() => {
    // Never canceled: on a slow machine, each key of a person who types fast would cancel it.
    afterPaint(() => startTransition(() => setPainted(value)))
  }, [value])
  return painted
}
