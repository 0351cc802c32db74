import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/** The value of before, until a frame has shown what else changed with it. */
export function usePaintedValue<Value>(value: Value): Value {
  const [painted, setPainted] = useState(value)
  useEffect(() => afterPaint(() => startTransition(() => setPainted(value))), [value])
  return painted
}
