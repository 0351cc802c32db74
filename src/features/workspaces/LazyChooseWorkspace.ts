import { lazyComponent } from '#ui/lazy-component.tsx'

/** Most visits don't need the choice of a board. */
export const LazyChooseWorkspace = lazyComponent(() =>
  import('./ChooseWorkspace.tsx').then((module) => module.ChooseWorkspace),
)
