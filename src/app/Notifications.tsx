import { useLayoutEffect } from 'react'
import { useBulkFeedback } from '#features/board/change/use-bulk-feedback.ts'
import { useMoveFeedback } from '#features/board/change/use-move-feedback.ts'
import { useInspection } from '#queries/diagnostics/use-inspection.ts'
import { useHasPendingWrites } from '#queries/writes/pending-writes.ts'
import { useIsBulkActionUnderWay } from '#state/bulk-action-store.ts'
import { loadRetryTargets } from '#state/card-status-store.ts'
import { followOtherTabs } from '#state/keys/change-keys.ts'
import { loadReportedFindings } from '#state/service-notices-store.ts'
import { useRemovedKeyNotice, useRemovedKeys } from './use-removed-keys.ts'
import { useServiceNotices } from './use-service-notices.ts'
import { useShellWorker } from './use-shell-worker.ts'
import { useWarnBeforeLeaving } from './use-warn-before-leaving.ts'

/** Loads what the browser's storage has about earlier notifications, and follows other tabs. */
function initializeNotifications(): void {
  followOtherTabs()
  loadRetryTargets()
  loadReportedFindings()
}

/**
 * Reports what happens in the background. A component, so that the page doesn't render with each
 * report.
 */
export function Notifications() {
  useLayoutEffect(initializeNotifications, [])
  useInspection()
  useMoveFeedback()
  useBulkFeedback()
  useServiceNotices()
  useShellWorker()
  useRemovedKeys()
  useRemovedKeyNotice()
  const isBulkUnderWay = useIsBulkActionUnderWay()
  const hasPendingWrites = useHasPendingWrites()
  useWarnBeforeLeaving(hasPendingWrites || isBulkUnderWay)
  return null
}
