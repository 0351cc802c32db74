import {
  type ComponentType,
  createContext,
  lazy,
  type ReactNode,
  useContext,
  useState,
} from 'react'

/** Another object for each ErrorBoundary and each of its retries. */
export const LoadAttemptContext = createContext<object>({})

export interface LazyComponent<Props extends object> {
  (props: Props): ReactNode
  /** Ends when the code is there, or can't be loaded now. */
  preload: () => Promise<void>
  /** The component itself. Rejects when the code can't be loaded now. */
  load: () => Promise<ComponentType<Props>>
}

/**
 * A component whose code is loaded when it is first rendered, or before by `preload`. Unlike with
 * `React.lazy`, each ErrorBoundary, and each of its retries, loads the code again after an error.
 * Some browsers remember the error until a reload.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<{ default: ComponentType<Props> }> | undefined
  let hasFailed = false
  let lastAttempt: object | undefined

  const fetchComponent = () => {
    hasFailed = false
    loading = load().then((component) => {
      loaded = component
      return { default: component }
    })
    loading.catch(() => {
      hasFailed = true
    })
    return loading
  }
  const startOrJoin = () => loading ?? fetchComponent()
  let Lazy = lazy(startOrJoin)
  const componentFor = (attempt: object) => {
    if (hasFailed && attempt !== lastAttempt) {
      loading = undefined
      Lazy = lazy(startOrJoin)
    }
    lastAttempt = attempt
    return Lazy
  }

  function LazyComponent(props: Props) {
    const attempt = useContext(LoadAttemptContext)
    // Loaded code renders at once: React reveals a lazy component only after 300 ms. The choice
    // stays while it is mounted, because a change would discard what a person has entered.
    const [Component] = useState(() => loaded ?? componentFor(attempt))
    return <Component {...props} />
  }
  LazyComponent.load = load
  LazyComponent.preload = async () => {
    if (hasFailed) loading = undefined
    await startOrJoin().catch(() => undefined)
  }
  return LazyComponent
}
