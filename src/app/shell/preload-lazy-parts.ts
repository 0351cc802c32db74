import {
  ActivityDialog,
  BulkMoveDialog,
  BulkProgress,
  BulkResultDialog,
  SelectionToolbar,
} from '#features/board/lazy-parts.ts'
import { CardTable, Lanes } from '#features/board/screen/lazy-parts.ts'
import { FilterMenu } from '#features/filters/lazy-parts.ts'
import { SavedViewsDialog, ViewMenu } from '#features/views/lazy-parts.ts'
import { WorkspaceMenu } from '#features/workspaces/lazy-parts.ts'
import { whenIdle } from '#hooks/schedule.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import {
  BulkLabelDialog,
  CardPanel,
  CommandPalette,
  ExportDialog,
  KeyDialog,
  LabelManager,
  MoreMenuItems,
  NamesDialog,
  ShortcutsDialog,
  UnrecognizedDialog,
} from '../lazy-parts.ts'

const PRELOADS: readonly (() => Promise<void>)[] = [
  MoreMenuItems.preload,
  CardPanel.preload,
  FilterMenu.preload,
  ViewMenu.preload,
  WorkspaceMenu.preload,
  SelectionToolbar.preload,
  BulkProgress.preload,
  BulkMoveDialog.preload,
  BulkResultDialog.preload,
  Lanes.preload,
  CardTable.preload,
  LabelManager.preload,
  CommandPalette.preload,
  KeyDialog.preload,
  NamesDialog.preload,
  BulkLabelDialog.preload,
  UnrecognizedDialog.preload,
  ExportDialog.preload,
  SavedViewsDialog.preload,
  ActivityDialog.preload,
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
export function preloadLazyParts(): () => void {
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
