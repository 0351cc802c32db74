import type { QueryClient } from '@tanstack/react-query'
import { monotonicNow } from '#client/monotonic-now.ts'
import { findCard } from '#model/board-lookup.ts'
import type { BoardSession } from '#model/board-ref.ts'
import type { BulkAction } from '#model/bulk-action.ts'
import type { BulkIntent, BulkOutcome } from '#model/bulk-card.ts'
import {
  type BulkLabelChange,
  type BulkLabelPlan,
  planBulkLabels,
  recheckLabelCard,
} from '#model/bulk-labels.ts'
import { indexLabels } from '#model/label-lookup.ts'
import { labelsChanged } from '#model/messages/bulk-label-messages.ts'
import { errorMessage } from '#model/messages/error-messages.ts'
import {
  labelsNotChanged,
  labelsNotConfirmed,
  REQUEST_FAILED,
} from '#model/messages/label-messages.ts'
import { gone } from '#model/messages/move-messages.ts'
import { cardNameOf } from '#model/move-outcome.ts'
import { boardWithPendingWrites } from '../board-view/board-with-pending-writes.ts'
import { runBulkAction } from '../bulk/bulk-actions.ts'
import type { BulkJob, BulkResponse, BulkSendOptions } from '../bulk/bulk-run.ts'
import { keys } from '../keys.ts'
import { retryDelayMs } from '../query-client.ts'
import { isHttpError, needsConfirmation, type WriteOutcome } from '../writes/write-outcome.ts'
import { rememberDenial } from './edit-card-labels.ts'
import { cachedLabels } from './reload-labels.ts'
import { waitForEdit, writeCardLabels } from './write-card-labels.ts'

/** What changing the labels of these cards would do, on the board of this moment. */
export function currentLabelPlan(
  queryClient: QueryClient,
  wanted: Pick<BulkLabelPlan, 'session' | 'change' | 'isUndo'>,
  cardIds: ReadonlySet<string>,
): BulkLabelPlan | undefined {
  const { session } = wanted
  const board = boardWithPendingWrites(queryClient, session)
  return board && planBulkLabels(board, wanted, cardIds, labelsOf(queryClient, session))
}

function labelsOf(queryClient: QueryClient, session: BoardSession) {
  return indexLabels(cachedLabels(queryClient, session))
}

/** Changes the labels of many cards: each by the same write as a single one. */
export async function runBulkLabelEdit(
  queryClient: QueryClient,
  { session, change, edits, leftOut, isUndo }: BulkLabelPlan,
): Promise<BulkAction | undefined> {
  const cards = edits.map((intent) => ({ intent, state: 'waiting' }) as const)
  const ended = await runBulkAction(
    queryClient,
    { type: 'labels', session, change, leftOut, cards, phase: 'running', isUndo },
    labelJob(queryClient, session, change),
  )
  void queryClient.invalidateQueries({ queryKey: keys.labels(session) })
  return ended
}

function labelJob(
  queryClient: QueryClient,
  session: BoardSession,
  change: BulkLabelChange,
): BulkJob<BulkIntent> {
  return {
    recheck: (board, planned) =>
      recheckLabelCard(board, planned, change, labelsOf(queryClient, session)),
    send: (intent, options) => editLabels(queryClient, { session, change, intent }, options),
    unconfirmed: (intent) => ({ type: 'unknown', message: labelsNotConfirmed(cardNameOf(intent)) }),
    // Each write is computed from a load that begins after the one before it.
    requestsAtOnce: 1,
  }
}

interface CardEdit {
  session: BoardSession
  change: BulkLabelChange
  intent: BulkIntent
}

async function editLabels(
  queryClient: QueryClient,
  { session, change, intent }: CardEdit,
  { onResponse, onRateLimit }: BulkSendOptions,
): Promise<BulkOutcome> {
  const name = cardNameOf(intent)
  const board = boardWithPendingWrites(queryClient, session)
  const card = board && findCard(board, intent.cardId)?.card
  if (!card) {
    onResponse('answered')
    return { type: 'gone', message: gone(name) }
  }
  const send = () => writeCardLabels(queryClient, session, card, change.intent)
  const write = await withinRateLimit(send, onRateLimit)
  const since = monotonicNow()
  rememberDenial(queryClient, session, write)
  onResponse(responseOf(write))
  if (!needsConfirmation(write)) return rejected(name, write)
  const edit = { session, cardId: intent.cardId, intent: change.intent }
  // The load decides, also when the response was lost. After an HTTP error, check only once.
  const visibility = await waitForEdit(queryClient, edit, since, () => !isHttpError(write))
  if (visibility === 'visible') {
    return { type: 'changed', message: labelsChanged(name, change.names) }
  }
  if (write.type === 'refused') return rejected(name, write)
  return { type: 'unknown', message: labelsNotConfirmed(name) }
}

const MAX_RATE_LIMITS_PER_CARD = 20

/** Sends again after each wait, until a person cancels. */
async function withinRateLimit(
  send: () => Promise<WriteOutcome>,
  onRateLimit: BulkSendOptions['onRateLimit'],
): Promise<WriteOutcome> {
  for (let count = 0; ; count += 1) {
    const write = await send()
    const error = write.type === 'refused' ? write.error : undefined
    if (error?.status !== 429 || count >= MAX_RATE_LIMITS_PER_CARD) return write
    if (!(await onRateLimit(retryDelayMs(count, error)))) return write
  }
}

function responseOf(write: WriteOutcome): BulkResponse {
  if (write.type === 'denied') return write.error.status === 401 ? 'key-rejected' : 'pointless'
  const isLabelGone = write.type === 'refused' && write.error.notSentReason === 'label-deleted'
  if (isLabelGone) return 'pointless'
  return write.type === 'unknown' ? 'lost' : 'answered'
}

function rejected(name: string, write: WriteOutcome): BulkOutcome {
  const error = write.type === 'accepted' ? undefined : write.error
  const type = write.type === 'denied' || write.type === 'gone' ? write.type : 'refused'
  return { type, message: labelsNotChanged(name, error ? errorMessage(error) : REQUEST_FAILED) }
}
