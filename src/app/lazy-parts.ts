import { lazyComponent } from '#ui/lazy-component.tsx'

/** What loads when a person opens it, or when nothing else happens: a chunk each. */
export const CardPanel = lazyComponent(() =>
  import('#features/card-details/CardPanel.tsx').then((module) => module.CardPanel),
)
export const MoreMenuItems = lazyComponent(() =>
  import('./shell/MoreMenuItems.tsx').then((module) => module.MoreMenuItems),
)
export const LabelManager = lazyComponent(() =>
  import('#features/labels/LabelManager.tsx').then((module) => module.LabelManager),
)
export const BulkLabelDialog = lazyComponent(() =>
  import('#features/labels/BulkLabelDialog.tsx').then((module) => module.BulkLabelDialog),
)
export const ExportDialog = lazyComponent(() =>
  import('#features/export/ExportDialog.tsx').then((module) => module.ExportDialog),
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
