import { preloadFilterMenu } from '#features/filters/FilterBar.tsx'
import { preloadWorkspaceMenu } from '#features/workspaces/WorkspacePicker.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { preloadMoreMenu } from './MoreMenu.tsx'
import { preloadCardPanel } from './OpenBoard.tsx'

/** Components that the first screen doesn't need. */
export const LabelManager = lazyComponent(() =>
  import('#features/labels/LabelManager.tsx').then((module) => module.LabelManager),
)
export const BulkLabelDialog = lazyComponent(() =>
  import('#features/labels/BulkLabelDialog.tsx').then((module) => module.BulkLabelDialog),
)
export const CommandPalette = lazyComponent(() =>
  import('#features/commands/CommandPalette.tsx').then((module) => module.CommandPalette),
)
export const KeyDialog = lazyComponent(() =>
  import('#features/keys/KeyDialog.tsx').then((module) => module.KeyDialog),
)
export const NamesDialog = lazyComponent(() =>
  import('#features/workspaces/NamesDialog.tsx').then((module) => module.NamesDialog),
)
export const UnrecognizedDialog = lazyComponent(() =>
  import('#features/help/UnrecognizedDialog.tsx').then((module) => module.UnrecognizedDialog),
)
export const ShortcutsDialog = lazyComponent(() =>
  import('#features/help/ShortcutsDialog.tsx').then((module) => module.ShortcutsDialog),
)

const PRELOADED = [
  LabelManager,
  CommandPalette,
  KeyDialog,
  NamesDialog,
  BulkLabelDialog,
  UnrecognizedDialog,
  ShortcutsDialog,
]

/** Time after the first screen. */
const PRELOAD_DELAY_MS = 1_500

/** Loads the other components while nothing else happens: they open at once then, also offline. */
export function preloadLazyComponents(): () => void {
  const timer = setTimeout(() => {
    preloadMoreMenu()
    preloadCardPanel()
    preloadFilterMenu()
    preloadWorkspaceMenu()
    for (const component of PRELOADED) component.preload()
  }, PRELOAD_DELAY_MS)
  return () => clearTimeout(timer)
}
