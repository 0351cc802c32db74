import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ApiError } from '#client/api-error.ts'
import { monotonicNow } from '#client/monotonic-now.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { findCard } from '#model/board-lookup.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { verdictForCardLabels } from '#model/card-label-permission.ts'
import { errorMessage } from '#model/failure-message.ts'
import type { LabelIntent } from '#model/label-edits.ts'
import { markLabelEditsDenied } from '#state/service-notices-store.ts'
import { useOptionalBoardAccess, useSession } from '../access/board-access.ts'
import { currentAccess } from '../access/current-access.ts'
import { boardWithPendingWrites } from '../board-view/board-with-pending-writes.ts'
import { keys } from '../keys.ts'
import { waitForPendingWrites } from '../writes/wait-for-pending-writes.ts'
import {
  isHttpError,
  isShortRateLimit,
  needsConfirmation,
  type WriteOutcome,
} from '../writes/write-outcome.ts'
import { confirmLabelEdit } from './confirm-label-edit.ts'
import { sendLabelEdit } from './send-label-edit.ts'

/** The outcome of a label edit on one card. */
export type LabelEditOutcome =
  | { type: 'applied' }
  /** A later edit may have changed the same labels, or the card is locked: nothing is reported. */
  | { type: 'superseded' }
  | { type: 'not-changed'; error: ApiError | undefined }
  | { type: 'unknown'; isBoardLoaded: boolean }

/** Changes a card's labels by intent ("add 7"). The complete set is computed when it is sent. */
async function editCardLabels(
  queryClient: QueryClient,
  session: BoardSession,
  card: Card,
  intent: LabelIntent,
): Promise<LabelEditOutcome> {
  if (card.lockedReason) return { type: 'superseded' }
  const write = await sendLabelEdit(queryClient, session, card, intent, isShortRateLimit)
  const settledAt = monotonicNow()
  rememberDenial(queryClient, session, write)
  if (!needsConfirmation(write)) return notChanged(write)
  const mutationKey = keys.cardLabels(session)
  await waitForPendingWrites(queryClient, mutationKey)
  // Later edits may already have undone this one: only the last one can be compared with the board.
  const isLast = () => queryClient.isMutating({ mutationKey }) === 0
  // After an HTTP error, check only once: the write may never have started.
  const isWanted = () => isLast() && !isHttpError(write)
  const edit = { session, cardId: card.id, intent }
  const visibility = await confirmLabelEdit(queryClient, edit, settledAt, isWanted)
  void queryClient.invalidateQueries({ queryKey: keys.labels(session) })
  if (visibility === 'visible') return { type: 'applied' }
  if (!isLast()) return { type: 'superseded' }
  if (write.type === 'refused') return notChanged(write)
  return { type: 'unknown', isBoardLoaded: visibility !== 'not-loaded' }
}

/** What the service has refused to a role, it refuses on every card. */
export function rememberDenial(
  queryClient: QueryClient,
  session: BoardSession,
  write: WriteOutcome,
): void {
  if (write.type !== 'denied' || write.error.status !== 403) return
  const { role } = currentAccess(queryClient, session)
  // Roles that may are known: then something else is missing, such as a scope.
  if (verdictForCardLabels(role).type !== 'unknown') return
  markLabelEditsDenied(session, role, errorMessage(write.error))
}

function notChanged(write: WriteOutcome): LabelEditOutcome {
  return { type: 'not-changed', error: write.type === 'accepted' ? undefined : write.error }
}

/** The same by the id of a card; undefined when the open board doesn't have it. */
export function useEditLabelsOf(): (
  cardId: string,
  intent: LabelIntent,
) => Promise<{ card: Card; outcome: LabelEditOutcome } | undefined> {
  const queryClient = useQueryClient()
  const session = useOptionalBoardAccess()?.session
  return async (cardId, intent) => {
    const board = session && boardWithPendingWrites(queryClient, session)
    const card = board && findCard(board, cardId)?.card
    if (!card) return undefined
    return { card, outcome: await editCardLabels(queryClient, session, card, intent) }
  }
}

/** `editCardLabels` for the open board. */
export function useEditCardLabels(): (
  card: Card,
  intent: LabelIntent,
) => Promise<LabelEditOutcome> {
  const queryClient = useQueryClient()
  const session = useSession()
  return useCallback(
    (card, intent) => editCardLabels(queryClient, session, card, intent),
    [queryClient, session],
  )
}
