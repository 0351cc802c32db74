import { lazyComponent } from './lazy-component.tsx'

/** What loads once the first screen is there. The build puts it into one chunk. */
export const CrashCard = lazyComponent(() =>
  import('./CrashCard.tsx').then((module) => module.CrashCard),
)
