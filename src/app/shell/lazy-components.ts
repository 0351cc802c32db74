import { preloadFilterMenu } from '#features/filters/FilterBar.tsx'
import { preloadWorkspaceMenu } from '#features/workspaces/WorkspacePicker.tsx'
import { whenIdle } from '#hooks/when-idle.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
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

const PRELOADS: readonly (() => Promise<void>)[] = [
  preloadMoreMenu,
  preloadCardPanel,
  preloadFilterMenu,
  preloadWorkspaceMenu,
  LabelManager.preload,
  CommandPalette.preload,
  KeyDialog.preload,
  NamesDialog.preload,
  BulkLabelDialog.preload,
  UnrecognizedDialog.preload,
  ShortcutsDialog.preload,
]

/** Time after the header. */
const PRELOAD_DELAY_MS = 1_500
/** Between two components, and while a card is carried. */
const PAUSE_MS = 50
/** A page that is never idle loads the next one after this time. */
const MAX_IDLE_WAIT_MS = 1_000

/**
 * Loads the other components one by one while nothing else happens: they open at once then, also
 * offline. Returns the function that ends it.
 */
export function preloadLazyComponents(): () => void {
  const waiting = [...PRELOADS]
  let cancel = startAfter(PRELOAD_DELAY_MS)
  let isOver = false
  function startAfter(delayMs: number): () => void {
    const timer = setTimeout(() => {
      cancel = whenIdle(loadNext, MAX_IDLE_WAIT_MS)
    }, delayMs)
    return () => clearTimeout(timer)
  }
  async function loadNext(): Promise<void> {
    const isCarrying = useBoardUiStore.getState().draggedCard !== null
    if (!isCarrying) await waiting.shift()?.()
    if (!isOver && waiting.length > 0) cancel = startAfter(PAUSE_MS)
  }
  return () => {
    isOver = true
    cancel()
  }
}
