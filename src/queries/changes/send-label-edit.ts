import type { QueryClient } from '@tanstack/react-query'
import type { ApiError } from '#client/api-error.ts'
import type { Card } from '#contract/readers/read-card.ts'
import type { BoardSession } from '#model/board-ref.ts'
import type { LabelIntent } from '#model/label-edits.ts'
import { localWritesOf } from '../feed/local-writes.ts'
import { keys } from '../keys.ts'
import { retryDelayMs } from '../query-client.ts'
import { cardScope } from '../writes/pending-writes.ts'
import { runWrite } from '../writes/run-write.ts'
import { failedOutcome, notSentError, type WriteOutcome } from '../writes/write-outcome.ts'
import { confirmLabelEdit } from './confirm-label-edit.ts'
import { patchCardLabels } from './patch-card-labels.ts'
import type { LabelEditVariables } from './pending-label-edits.ts'

/** Sends one edit after the earlier writes of its card. The screen shows it as pending. */
export async function sendLabelEdit(
  queryClient: QueryClient,
  session: BoardSession,
  card: Card,
  intent: LabelIntent,
  retry: (count: number, error: ApiError) => boolean = () => false,
): Promise<WriteOutcome> {
  if (card.number === undefined) return failedOutcome(notSentError(0, 'invalid-id'))
  const variables = { session, cardId: card.id, cardNumber: card.number, intent }
  const options = {
    mutationKey: keys.cardLabels(session),
    scope: cardScope(session, card.id),
    mutationFn: (edit: LabelEditVariables) => patchAndConfirm(queryClient, edit),
    retry,
    retryDelay: retryDelayMs,
  }
  const localWrites = localWritesOf(queryClient)
  localWrites.markLabelsWritten(session)
  const outcome = await runWrite<LabelEditVariables>(queryClient, options, variables)
  localWrites.markLabelsWritten(session)
  return outcome
}

/**
 * The next edit of the card is computed from a load, so it must not start before a load can show
 * this one.
 */
async function patchAndConfirm(queryClient: QueryClient, edit: LabelEditVariables) {
  const acknowledgment = await patchCardLabels(queryClient, edit)
  if (acknowledgment.isDeferred) {
    await confirmLabelEdit(queryClient, edit, acknowledgment.acknowledgedAt, () => true)
  }
  return acknowledgment
}
