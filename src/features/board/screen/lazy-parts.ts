import { lazyComponent } from '#ui/lazy-component.tsx'

/** The layouts that a board doesn't open with by itself: a chunk each. */
export const Lanes = lazyComponent(() =>
  import('../lanes/Lanes.tsx').then((module) => module.Lanes),
)
export const CardTable = lazyComponent(() =>
  import('../list/CardTable.tsx').then((module) => module.CardTable),
)
