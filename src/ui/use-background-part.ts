import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import { whenIdle } from '#hooks/schedule.ts'
import type { LazyComponent } from './lazy-component.tsx'

const RETRY_MS = 5_000
/** A page that is never idle loads it after this time. */
const MAX_IDLE_WAIT_MS = 1_000

/**
 * A component that loads when the page is idle after the first render, and again until it succeeds.
 * Until then, it's undefined. The function loads it at once.
 */
export function useBackgroundPart<Props extends object>({
  load,
}: LazyComponent<Props>): [ComponentType<Props> | undefined, loadNow: () => void] {
  const [component, setComponent] = useState<ComponentType<Props>>()
  const loading = useRef<Promise<void>>(undefined)
  const cancel = useRef<() => void>(undefined)
  const loadNow = useCallback(() => {
    cancel.current?.()
    loading.current ??= load().then(
      (loaded) => setComponent(() => loaded),
      () => {
        loading.current = undefined
        const timer = setTimeout(loadNow, RETRY_MS)
        cancel.current = () => clearTimeout(timer)
      },
    )
  }, [load])
  useEffect(() => {
    cancel.current = whenIdle(loadNow, MAX_IDLE_WAIT_MS)
    return () => cancel.current?.()
  }, [loadNow])
  return [component, loadNow]
}
