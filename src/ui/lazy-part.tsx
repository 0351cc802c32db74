import { type ComponentType, lazy } from 'react'

/** What makes each part that could not be fetched try again. */
const failed = new Set<() => void>()

/**
 * A component whose code is fetched when it is first drawn, or before by `preload`. Unlike React's own, one that could
 * not be fetched is asked for again after forgetFailedParts(); some browsers remember the failure until a reload.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loading: Promise<{ default: ComponentType<Props> }> | undefined
  const fetchPart = () => {
    loading ??= load().then((part) => ({ default: part }))
    loading.catch(() => failed.add(startAnew))
    return loading
  }
  let Loaded = lazy(fetchPart)
  const startAnew = () => {
    loading = undefined
    Loaded = lazy(fetchPart)
  }
  function LazyPart(props: Props) {
    return <Loaded {...props} />
  }
  LazyPart.preload = () => void fetchPart().catch(() => undefined)
  return LazyPart
}

/** Lets every part that could not be fetched be asked for again. */
export function forgetFailedParts(): void {
  for (const startAnew of failed) startAnew()
  failed.clear()
}
