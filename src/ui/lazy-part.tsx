import { type ComponentType, lazy, useState } from 'react'

/** What makes each part that could not be fetched try again. */
const failed = new Set<() => void>()

/**
 * A component whose code is fetched when it is first drawn, or before by `preload`. Unlike React's own, one that could
 * not be fetched is asked for again after forgetFailedParts(); some browsers remember the failure until a reload.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<{ default: ComponentType<Props> }> | undefined
  const fetchPart = () => {
    loading ??= load().then((part) => {
      loaded = part
      return { default: part }
    })
    loading.catch(() => failed.add(startAnew))
    return loading
  }
  let Loaded = lazy(fetchPart)
  const startAnew = () => {
    loading = undefined
    Loaded = lazy(fetchPart)
  }
  function LazyPart(props: Props) {
    // What is there already is drawn at once: a lazy component waits a third of a second before it shows itself. Which of
    // the two it is stays for as long as it is on the screen: a change would take away what was typed into it.
    const [Part] = useState(() => loaded ?? Loaded)
    return <Part {...props} />
  }
  LazyPart.preload = () => void fetchPart().catch(() => undefined)
  return LazyPart
}

/** Lets every part that could not be fetched be asked for again. */
export function forgetFailedParts(): void {
  for (const startAnew of failed) startAnew()
  failed.clear()
}
