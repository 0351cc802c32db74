import { resetAnnouncer } from '#state/announcer.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { useBulkActionStore } from '#state/bulk-action-store.ts'
import { useCardStatusStore } from '#state/card-status-store.ts'
import { useDialogStore } from '#state/dialog-store.ts'
import { useHintsStore } from '#state/hints-store.ts'
import { useKeysStore } from '#state/keys/keys-store.ts'
import { usePreferencesStore } from '#state/preferences-store.ts'
import { useRecentBoardsStore } from '#state/recent-boards-store.ts'
import { useRecentLabelsStore } from '#state/recent-labels-store.ts'
import { useSavedViewsStore } from '#state/saved-views-store.ts'
import { useSelectionStore } from '#state/selection-store.ts'
import { useServiceNamesStore } from '#state/service-names-store.ts'
import { useServiceNoticesStore } from '#state/service-notices-store.ts'
import { useToastStore } from '#state/toast-store.ts'
import { useUndoStore } from '#state/undo-store.ts'
import { useVisitsStore } from '#state/visits-store.ts'

interface ResettableStore {
  getInitialState: () => object
  setState: (state: never, replace: true) => void
}

const STORES: readonly ResettableStore[] = [
  useBoardUiStore,
  useBulkActionStore,
  useCardStatusStore,
  useDialogStore,
  useHintsStore,
  useKeysStore,
  usePreferencesStore,
  useRecentBoardsStore,
  useRecentLabelsStore,
  useToastStore,
  useUndoStore,
  useSavedViewsStore,
  useSelectionStore,
  useServiceNamesStore,
  useServiceNoticesStore,
  useVisitsStore,
]

/** All stores as on a page that was just opened. */
export function resetStores(): void {
  resetAnnouncer()
  // The list forgets which state belongs to which store. Each store gets its own state back.
  for (const store of STORES) store.setState(store.getInitialState() as never, true)
}
