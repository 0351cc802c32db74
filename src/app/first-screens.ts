import { lazyComponent } from '#ui/lazy-component.tsx'

/** A visit needs one of them first: it begins to load before the app renders. */
export const Shell = lazyComponent(() => import('./shell/Shell.tsx').then((module) => module.Shell))
export const ConnectScreen = lazyComponent(() =>
  import('#features/keys/ConnectScreen.tsx').then((module) => module.ConnectScreen),
)
