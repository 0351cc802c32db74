import type { ComponentProps } from 'react'
import { LazyBoundary } from './LazyBoundary.tsx'
import { lazyPart } from './lazy-part.tsx'
import type { Menu } from './Menu.tsx'

const LoadedMenu = lazyPart(() => import('./Menu.tsx').then((module) => module.Menu))

/** Fetches the menu's code, so that the first menu opens at once. */
export const preloadMenu = LoadedMenu.preload

/** The menu, kept out of the first load: nothing on the first screen needs it. */
export function LazyMenu(props: ComponentProps<typeof Menu>) {
  return (
    <LazyBoundary part="menu" onLeave={props.onClose}>
      <LoadedMenu {...props} />
    </LazyBoundary>
  )
}
