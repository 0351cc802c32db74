import type { ComponentProps } from 'react'
import type { CrashDescription } from './ErrorBoundary.tsx'
import { LazyBoundary } from './LazyBoundary.tsx'
import { lazyComponent } from './lazy-component.tsx'
import type { Menu } from './Menu.tsx'

const LoadedMenu = lazyComponent(() => import('./Menu.tsx').then((module) => module.Menu))

export const preloadMenu = LoadedMenu.preload

interface LazyMenuProps extends ComponentProps<typeof Menu> {
  describeError: (error: unknown) => CrashDescription
}

/** The menu without its code in the first load: the first screen doesn't need it. */
export function LazyMenu({ describeError, ...props }: LazyMenuProps) {
  return (
    <LazyBoundary describeError={describeError} onClose={props.onClose}>
      <LoadedMenu {...props} />
    </LazyBoundary>
  )
}
