import { preloadPicker } from '#features/picker/WorkspacePicker.tsx'
import { preloadMenu } from '#ui/LazyMenu.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'

/** The parts of the screen that the first load does without. */
export const BoardChoice = lazyPart(() => import('./BoardChoice.tsx').then((module) => module.BoardChoice))
export const CardPanel = lazyPart(() => import('#features/card/CardPanel.tsx').then((module) => module.CardPanel))
export const CommandPalette = lazyPart(() => import('./CommandPalette.tsx').then((module) => module.CommandPalette))
export const FilterMenu = lazyPart(() => import('./FilterMenu.tsx').then((module) => module.FilterMenu))
export const KeyDetails = lazyPart(() => import('#features/picker/KeyDetails.tsx').then((module) => module.KeyDetails))
export const LabelManyCards = lazyPart(() =>
  import('#features/labels/LabelManyCards.tsx').then((module) => module.LabelManyCards),
)
export const LabelsDialog = lazyPart(() =>
  import('#features/labels/LabelsDialog.tsx').then((module) => module.LabelsDialog),
)
export const NamesDialog = lazyPart(() =>
  import('#features/picker/NamesDialog.tsx').then((module) => module.NamesDialog),
)
export const NotUnderstood = lazyPart(() =>
  import('#features/help/NotUnderstood.tsx').then((module) => module.NotUnderstood),
)
export const ShortcutsDialog = lazyPart(() =>
  import('#features/help/ShortcutsDialog.tsx').then((module) => module.ShortcutsDialog),
)

const LATER = [
  CardPanel,
  FilterMenu,
  LabelsDialog,
  CommandPalette,
  KeyDetails,
  NamesDialog,
  LabelManyCards,
  NotUnderstood,
  ShortcutsDialog,
]

/** Time after the first screen at which the rest is fetched, in milliseconds. */
const WAIT = 1_500

/** Fetches the other parts while nothing else is going on: they open at once then, also when the line is gone. */
export function preloadParts(): () => void {
  const timer = setTimeout(() => {
    preloadMenu()
    preloadPicker()
    for (const part of LATER) part.preload()
  }, WAIT)
  return () => clearTimeout(timer)
}
