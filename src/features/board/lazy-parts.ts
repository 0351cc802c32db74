import { lazyComponent } from '#ui/lazy-component.tsx'

/** What loads when a person opens it, or when nothing else happens: a chunk each. */
export const ProjectPicker = lazyComponent(() =>
  import('./screen/ProjectPicker.tsx').then((module) => module.ProjectPicker),
)
export const SelectionToolbar = lazyComponent(() =>
  import('./bulk/SelectionToolbar.tsx').then((module) => module.SelectionToolbar),
)
export const BulkProgress = lazyComponent(() =>
  import('./bulk/BulkProgress.tsx').then((module) => module.BulkProgress),
)
export const BulkMoveDialog = lazyComponent(() =>
  import('./bulk/BulkMoveDialog.tsx').then((module) => module.BulkMoveDialog),
)
export const BulkResultDialog = lazyComponent(() =>
  import('./bulk/BulkResultDialog.tsx').then((module) => module.BulkResultDialog),
)
export const BoardErrorCard = lazyComponent(() =>
  import('./screen/BoardErrorCard.tsx').then((module) => module.BoardErrorCard),
)
export const ActivityDialog = lazyComponent(() =>
  import('./activity/ActivityDialog.tsx').then((module) => module.ActivityDialog),
)
export const WallDisplay = lazyComponent(() =>
  import('./wall/WallDisplay.tsx').then((module) => module.WallDisplay),
)
