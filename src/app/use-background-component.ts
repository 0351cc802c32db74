import { type ComponentType, useEffect, useState } from 'react'

const RETRY_MS = 5_000

/**
 * A component that loads after the first render, and again until it succeeds. `load` must be
 * stable.
 */
export function useBackgroundComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> | undefined {
  const [component, setComponent] = useState<ComponentType<Props>>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const start = () =>
      load().then(
        (loaded) => setComponent(() => loaded),
        () => {
          timer = setTimeout(start, RETRY_MS)
        },
      )
    void start()
    return () => clearTimeout(timer)
  }, [load])
  return component
}
