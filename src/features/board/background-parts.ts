import { lazyComponent } from '#ui/lazy-component.tsx'

/** What loads once the first screen is there. The build puts it into one chunk. */
export const BoardBackground = lazyComponent(() =>
  import('./feedback/BoardBackground.tsx').then((module) => module.BoardBackground),
)
export const BoardWarnings = lazyComponent(() =>
  import('./screen/BoardWarnings.tsx').then((module) => module.BoardWarnings),
)
export const CollapsedColumn = lazyComponent(() =>
  import('./column/CollapsedColumn.tsx').then((module) => module.CollapsedColumn),
)
export const ColumnActions = lazyComponent(() =>
  import('./column/ColumnActions.tsx').then((module) => module.ColumnActions),
)
export const ColumnNews = lazyComponent(() =>
  import('./column/ColumnNews.tsx').then((module) => module.ColumnNews),
)
export const ColumnTabs = lazyComponent(() =>
  import('./column/ColumnTabs.tsx').then((module) => module.ColumnTabs),
)
export const EmptyBoardMessage = lazyComponent(() =>
  import('./screen/EmptyBoardMessage.tsx').then((module) => module.EmptyBoardMessage),
)
export const Interaction = lazyComponent(() =>
  import('./Interaction.tsx').then((module) => module.Interaction),
)
