import type { QueryClient } from '@tanstack/react-query'
import type { BoardSession } from '#model/board-ref.ts'
import type { BulkAction } from '#model/bulk-action.ts'
import type { BulkIntent } from '#model/bulk-card.ts'
import { afterReload } from '#model/bulk-kinds.ts'
import { indexLabels } from '#model/label-lookup.ts'
import {
  changeBulkAction,
  isBulkActionUnderWay,
  keepBulkAction,
  setBulkAction,
  takeInterruptedAction,
  useBulkActionStore,
} from '#state/bulk-action-store.ts'
import { boardWithPendingWrites } from '../board-view/board-with-pending-writes.ts'
import { cachedLabels } from '../labels/reload-labels.ts'
import { perClient } from '../per-client.ts'
import { type BulkJob, BulkRun, pause, phaseNow } from './bulk-run.ts'

/** Ends the listener of the last run. */
const lastRunOf = perClient<{ stopListening: () => void }>(() => ({
  stopListening: () => undefined,
}))

/**
 * Sends each card of an action, at most four requests at once. `useBulkActionStore` has the
 * progress. Resolves when every card that was sent has an outcome, with the action as it ended.
 * While another one is under way, or without a card, nothing changes. `listen` subscribes to
 * outcomes that are published elsewhere, and returns the function that unsubscribes.
 */
export async function runBulkAction<Intent extends BulkIntent>(
  queryClient: QueryClient,
  action: BulkAction,
  job: BulkJob<Intent>,
  listen: (run: BulkRun<Intent>) => () => void = () => () => undefined,
): Promise<BulkAction | undefined> {
  if (isBulkActionUnderWay() || action.cards.length === 0) return undefined
  setBulkAction(action)
  const stopKeeping = keepBulkAction()
  const run = new BulkRun(queryClient, action.session, job)
  const lastRun = lastRunOf(queryClient)
  lastRun.stopListening()
  // It stays until the next one: an outcome can show up later than the last check.
  lastRun.stopListening = listen(run)
  try {
    await run.run()
  } finally {
    changeBulkAction({ phase: 'done', pausedBy: undefined, waitSeconds: undefined })
    stopKeeping()
  }
  return useBulkActionStore.getState().action
}

export function pauseBulkAction(): void {
  pause('by-person')
}

export function resumeBulkAction(): void {
  if (phaseNow() === 'paused') changeBulkAction({ phase: 'running', pausedBy: undefined })
}

/**
 * Shows what became of the action that this tab was in the middle of before the page was loaded
 * again, if it's one of this board. The board and its labels must be loaded.
 */
export function resolveInterruptedAction(queryClient: QueryClient, session: BoardSession): void {
  const board = boardWithPendingWrites(queryClient, session)
  const action = board && !isBulkActionUnderWay() ? takeInterruptedAction(session) : undefined
  if (!board || !action) return
  const labels = indexLabels(cachedLabels(queryClient, session))
  setBulkAction(afterReload(action, board, labels))
}
