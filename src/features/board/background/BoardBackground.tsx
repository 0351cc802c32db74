import { useEffect } from 'react'
import { SELECTION_PART } from '#messages/part-messages.ts'
import { useSession } from '#queries/access/board-access.ts'
import { useBoardView, useLabelIndex } from '#queries/board-view/use-board-view.tsx'
import { useResolveInterruptedAction } from '#queries/changes/use-interrupted-action.ts'
import { useBoardData } from '#queries/feed/use-board.ts'
import { usePolling } from '#queries/feed/use-polling.ts'
import { useSharedLoads } from '#queries/feed/use-shared-loads.ts'
import { useIsBulkActionUnderWay } from '#state/bulk-action-store.ts'
import { clearSelection, useSelectionStore } from '#state/selection-store.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { useActivity } from '../activity/use-activity.ts'
import { usePresence } from '../activity/use-presence.ts'
import { BulkProgress } from '../change/BulkProgress.tsx'
import { BottomBars } from '../selection/BottomBars.tsx'
import { SelectionToolbar } from '../selection/SelectionToolbar.tsx'
import { PrintHeading } from './PrintHeading.tsx'
import { useAnnounceChanges } from './use-announce-changes.ts'
import { useBoardAnnouncements } from './use-board-announcements.ts'
import { useReloadUnknownLabels } from './use-reload-unknown-labels.ts'
import { useRememberLoad } from './use-remember-load.ts'
import { useRememberProjects } from './use-remember-projects.ts'

/**
 * What happens while a board is open, besides showing it. On a wall display, nobody is there to do
 * or to hear anything.
 */
export function BoardBackground({ isWallDisplay }: { isWallDisplay: boolean }) {
  return (
    <>
      <Polling />
      <Updates isQuiet={isWallDisplay} />
      <ActivityRecord isQuiet={isWallDisplay} />
      {!isWallDisplay && (
        <>
          <PrintHeading />
          <InterruptedAction />
          <Selection />
          <Announcements />
          <Presence />
        </>
      )}
    </>
  )
}

// Each is a component of its own, so that what it listens to renders nothing else.

/** Renders when the board was loaded for the first time. */
function InterruptedAction() {
  useResolveInterruptedAction()
  return null
}

function Selection() {
  const { keyId, workspaceId, projectId } = useSession()
  // The cards of another board are other ones.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a board is these three
  useEffect(() => clearSelection, [keyId, workspaceId, projectId])
  const isNeeded = useSelectionStore(({ cardIds }) => cardIds.size > 0)
  const isUnderWay = useIsBulkActionUnderWay()
  if (!isNeeded && !isUnderWay) return null
  return (
    <BottomBars>
      <ErrorBoundary subject={SELECTION_PART} onClose={clearSelection} isOverlay>
        {isUnderWay && <BulkProgress />}
        {isNeeded && <SelectionToolbar />}
      </ErrorBoundary>
    </BottomBars>
  )
}

/** Renders when a drag starts and ends. */
function Polling() {
  usePolling(useSession())
  return null
}

/** Renders with each change of the board. */
function ActivityRecord({ isQuiet }: { isQuiet: boolean }) {
  useActivity(isQuiet)
  return null
}

/** Renders with each activity. */
function Presence() {
  usePresence()
  return null
}

/** Renders when the filter, the counts, or the connection change. */
function Announcements() {
  useBoardAnnouncements()
  return null
}

/** Renders with each change of the board. */
function Updates({ isQuiet }: { isQuiet: boolean }) {
  const session = useSession()
  const loaded = useBoardData(session)
  const view = useBoardView()
  useSharedLoads(session, loaded)
  useAnnounceChanges(isQuiet ? undefined : view?.changes)
  useRememberProjects(loaded?.board)
  useRememberLoad(loaded?.loadedAt)
  useReloadUnknownLabels(view?.board, useLabelIndex())
  return null
}
