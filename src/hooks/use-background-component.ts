import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import { whenIdle } from './when-idle.ts'

const RETRY_MS = 5_000
/** A page that is never idle loads it after this time. */
const MAX_IDLE_WAIT_MS = 1_000

/**
 * A component that loads when the page is idle after the first render, and again until it succeeds.
 * The function loads it at once. `load` must be stable.
 */
export function useBackgroundComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
): [ComponentType<Props> | undefined, loadNow: () => void] {
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
