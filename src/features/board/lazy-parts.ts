import { lazyComponent } from '#ui/lazy-component.tsx'

/** What loads when a person opens it, or when nothing else happens: a chunk each. */
export const ProjectPicker = lazyComponent(() =>
  import('./screen/ProjectPicker.tsx').then((module) => module.ProjectPicker),
)
export const BoardErrorCard = lazyComponent(() =>
  import('./screen/BoardErrorCard.tsx').then((module) => module.BoardErrorCard),
)
