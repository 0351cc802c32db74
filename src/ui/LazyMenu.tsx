import { type ComponentProps, lazy, Suspense } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import type { Menu } from './Menu.tsx'

const load = () => import('./Menu.tsx')
const LoadedMenu = lazy(() => load().then((module) => ({ default: module.Menu })))

/** Fetches the menu's code while nothing else is going on, so that the first menu opens at once. */
export function preloadMenu(): void {
  setTimeout(() => void load(), 500)
}

/** The menu, kept out of the first load: nothing on the first screen needs it. */
export function LazyMenu(props: ComponentProps<typeof Menu>) {
  return (
    <ErrorBoundary part="menu" onLeave={props.onClose} above>
      <Suspense>
        <LoadedMenu {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
