import { lazyComponent } from '#ui/lazy-component.tsx'

/** What loads when a person opens it, or when nothing else happens: a chunk each. */
export const SavedViewsDialog = lazyComponent(() =>
  import('./SavedViewsDialog.tsx').then((module) => module.SavedViewsDialog),
)
export const ViewMenu = lazyComponent(() =>
  import('./ViewMenu.tsx').then((module) => module.ViewMenu),
)
