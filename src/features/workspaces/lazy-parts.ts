import { lazyComponent } from '#ui/lazy-component.tsx'

/** What loads when a person opens it, or when nothing else happens: a chunk each. */
export const ChooseWorkspace = lazyComponent(() =>
  import('./ChooseWorkspace.tsx').then((module) => module.ChooseWorkspace),
)
export const WorkspaceMenu = lazyComponent(() =>
  import('./WorkspaceMenu.tsx').then((module) => module.WorkspaceMenu),
)
export const WhyNoBoard = lazyComponent(() =>
  import('./WhyNoBoard.tsx').then((module) => module.WhyNoBoard),
)
