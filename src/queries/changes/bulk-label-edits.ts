import type { QueryClient } from '@tanstack/react-query'
import type { ApiError } from '#client/api-error.ts'
import { monotonicNow } from '#client/monotonic-now.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { labelsChanged } from '#messages/bulk-label-messages.ts'
import { BULK_ACTION_UNDER_WAY } from '#messages/bulk-messages.ts'
import { labelsNotChanged, labelsNotConfirmed, REQUEST_FAILED } from '#messages/label-messages.ts'
import { gone } from '#messages/move-messages.ts'
import { findCard } from '#model/board-lookup.ts'
import type { BoardSession } from '#model/board-ref.ts'
import type { BulkAction } from '#model/bulk-action.ts'
import type { BulkOutcome } from '#model/bulk-card.ts'
import {
  type BulkLabelChange,
  type BulkLabelIntent,
  type BulkLabelPlan,
  type BulkLabelTarget,
  labelIntent,
  namesOfChanges,
  planBulkLabels,
  recheckLabelCard,
} from '#model/bulk-labels.ts'
import { errorMessage } from '#model/failure-message.ts'
import { indexLabels } from '#model/label-lookup.ts'
import { cardNameOf } from '#model/move-outcome.ts'
import { isBulkActionUnderWay } from '#state/bulk-action-store.ts'
import { boardWithPendingWrites } from '../board-view/board-with-pending-writes.ts'
import { boardFeedOf } from '../feed/board-feed.ts'
import { keys } from '../keys.ts'
import { cachedLabels } from '../labels/reload-labels.ts'
import { withinRateLimit } from '../writes/within-rate-limit.ts'
import { isHttpError, needsConfirmation, type WriteOutcome } from '../writes/write-outcome.ts'
import { runBulkAction } from './bulk-actions.ts'
import type { BulkJob, BulkResponse, BulkSendOptions } from './bulk-run.ts'
import { confirmLabelEdit } from './confirm-label-edit.ts'
import { rememberDenial } from './edit-card-labels.ts'
import { sendLabelEdit } from './send-label-edit.ts'

/** What changing the labels of these cards, by id, would do on the board of this moment. */
export function currentLabelPlan(
  queryClient: QueryClient,
  wanted: Pick<BulkLabelPlan, 'session' | 'change' | 'isUndo'>,
  targets: ReadonlyMap<string, BulkLabelTarget>,
): BulkLabelPlan | undefined {
  const { session } = wanted
  const board = boardWithPendingWrites(queryClient, session)
  return board && planBulkLabels(board, wanted, targets, labelsOf(queryClient, session))
}

function labelsOf(queryClient: QueryClient, session: BoardSession) {
  return indexLabels(cachedLabels(queryClient, session))
}

/** Changes the labels of many cards: each by the same write as a single one. */
export async function runBulkLabelEdit(
  queryClient: QueryClient,
  plan: BulkLabelPlan,
): Promise<BulkAction | undefined> {
  const { session, change, edits, leftOut, isUndo } = plan
  const cards = edits.map((intent) => ({ intent, state: 'waiting' }) as const)
  const ended = await runBulkAction(
    queryClient,
    { type: 'labels', session, change, leftOut, cards, phase: 'running', isUndo },
    labelJob(queryClient, plan),
  )
  void queryClient.invalidateQueries({ queryKey: keys.labels(session) })
  return ended
}

/**
 * Changes the labels of many cards back. Returns why nothing is changed, or undefined.
 *
 * @param undo `change` is the opposite of what was done, and each target has its own part of it
 */
export function undoBulkLabels(
  queryClient: QueryClient,
  session: BoardSession,
  undo: { targets: ReadonlyMap<string, BulkLabelTarget>; change: BulkLabelChange },
): string | undefined {
  if (isBulkActionUnderWay()) return BULK_ACTION_UNDER_WAY
  const plan = currentLabelPlan(
    queryClient,
    { session, change: undo.change, isUndo: true },
    undo.targets,
  )
  if (!plan || plan.edits.length === 0) return plan?.leftOut[0]?.reason ?? ''
  void runBulkLabelEdit(queryClient, plan)
  return undefined
}

function labelJob(
  queryClient: QueryClient,
  { session, change, isUndo }: BulkLabelPlan,
): BulkJob<BulkLabelIntent> {
  return {
    recheck: (board, planned) => {
      // What others have changed since the plan changes what is missing, but not what an undo does.
      const wanted = isUndo ? planned.changes : change
      return recheckLabelCard(board, planned, wanted, labelsOf(queryClient, session))
    },
    send: (intent, options) => editLabels(queryClient, { session, intent }, options),
    unconfirmed: (intent) => ({ type: 'unknown', message: labelsNotConfirmed(cardNameOf(intent)) }),
    // Each edit begins and ends with a load of the board.
    requestsAtOnce: 1,
  }
}

interface CardEdit {
  session: BoardSession
  intent: BulkLabelIntent
}

async function editLabels(
  queryClient: QueryClient,
  { session, intent }: CardEdit,
  { onResponse, onRateLimit }: BulkSendOptions,
): Promise<BulkOutcome | 'not-sent'> {
  const name = cardNameOf(intent)
  const board = boardWithPendingWrites(queryClient, session)
  const card = board && findCard(board, intent.cardId)?.card
  if (!card) {
    onResponse('answered')
    return { type: 'gone', message: gone(name) }
  }
  const send = () => sendOnce(queryClient, session, card, intent)
  const write = await withinRateLimit({ send, limitOf, onRateLimit })
  rememberDenial(queryClient, session, write)
  const outcome = await outcomeOf(queryClient, { session, intent }, write)
  // Not before: a load for the next card would cancel those that confirm this one.
  onResponse(responseOf(write))
  return outcome
}

/** An error of the load that comes first is the error of the edit: nothing was sent. */
async function sendOnce(
  queryClient: QueryClient,
  session: BoardSession,
  card: Card,
  { changes }: BulkLabelIntent,
): Promise<WriteOutcome> {
  const write = await sendLabelEdit(queryClient, session, card, labelIntent(changes))
  if (!isNotLoaded(write)) return write
  const { error } = boardFeedOf(queryClient, session)
  if (error?.status === 401) return { type: 'denied', error }
  return { type: 'refused', error: error ?? write.error, isCertain: true }
}

function isNotLoaded(write: WriteOutcome): write is WriteOutcome & { type: 'refused' } {
  return write.type === 'refused' && write.error.notSentReason === 'labels-not-loaded'
}

async function outcomeOf(
  queryClient: QueryClient,
  { session, intent }: CardEdit,
  write: WriteOutcome,
): Promise<BulkOutcome | 'not-sent'> {
  const name = cardNameOf(intent)
  if (!wasSent(write)) return 'not-sent'
  const since = monotonicNow()
  if (write.type === 'gone') {
    const loaded = await boardFeedOf(queryClient, session).newerThan(since)
    const isGone = loaded !== undefined && !findCard(loaded.board, intent.cardId)
    return isGone ? { type: 'gone', message: gone(name) } : rejected(name, write)
  }
  if (!needsConfirmation(write)) return rejected(name, write)
  const edit = { session, cardId: intent.cardId, intent: labelIntent(intent.changes) }
  // The load decides, also when the response was lost. After an HTTP error, check only once.
  const visibility = await confirmLabelEdit(queryClient, edit, since, () => !isHttpError(write))
  if (visibility === 'visible') {
    const board = boardWithPendingWrites(queryClient, session)
    return board && findCard(board, intent.cardId)
      ? { type: 'changed', message: labelsChanged(name, namesOfChanges(intent.changes)) }
      : { type: 'gone', message: gone(name) }
  }
  if (write.type === 'refused') return rejected(name, write)
  return { type: 'unknown', message: labelsNotConfirmed(name) }
}

/** An error of the load that an edit begins with isn't one of the edit. */
function wasSent(write: WriteOutcome): boolean {
  if (write.type === 'accepted' || !write.error) return true
  return write.error.method !== 'GET' && !isNotLoaded(write)
}

/**
 * The set is computed again for each request, so a request that has had an effect may be repeated.
 */
function limitOf(write: WriteOutcome): ApiError | undefined {
  const error = write.type === 'accepted' ? undefined : write.error
  const isDown = error?.status === 503 && error.retryAfter !== undefined
  return error?.status === 429 || isDown ? error : undefined
}

function responseOf(write: WriteOutcome): BulkResponse {
  if (write.type === 'denied') return write.error.status === 401 ? 'key-rejected' : 'pointless'
  if (write.type === 'unknown' || !wasSent(write)) return 'lost'
  const isLabelGone = write.type === 'refused' && write.error.notSentReason === 'label-deleted'
  return isLabelGone ? 'pointless' : 'answered'
}

function rejected(name: string, write: WriteOutcome): BulkOutcome {
  const error = write.type === 'accepted' ? undefined : write.error
  const type = write.type === 'denied' ? 'denied' : 'refused'
  return { type, message: labelsNotChanged(name, error ? errorMessage(error) : REQUEST_FAILED) }
}
