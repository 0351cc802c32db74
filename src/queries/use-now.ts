import { useEffect, useState } from 'react'
import { monotonicNow } from '#client/monotonic-now.ts'

/** The time from `monotonicNow()`, in milliseconds, at most `intervalMs` old. */
export function useNow(intervalMs: number): number {
  const [now, setNow] = useState(monotonicNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(monotonicNow()), intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs])
  return now
}
