import { lazyComponent } from '#ui/lazy-component.tsx'

/** What loads once the first screen is there. The build puts it into one chunk. */
export const ActiveFilters = lazyComponent(() =>
  import('./ActiveFilters.tsx').then((module) => module.ActiveFilters),
)
