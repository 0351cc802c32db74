import type { QueryClient } from '@tanstack/react-query'
import type { ApiError } from '#client/api-error.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { findCard } from '#model/board-lookup.ts'
import type { BoardSession } from '#model/board-ref.ts'
import type { LabelIntent } from '#model/label-edits.ts'
import { boardFeedOf } from '../feed/board-feed.ts'
import type { LoadedBoard } from '../feed/loaded-board.ts'
import { localWritesOf } from '../feed/local-writes.ts'
import { keys } from '../keys.ts'
import { retryDelayMs } from '../query-client.ts'
import { cardScope } from '../writes/pending-writes.ts'
import { runWrite } from '../writes/run-write.ts'
import { type Attempt, waitUntilVisible } from '../writes/wait-until-visible.ts'
import { failedOutcome, notSentError, type WriteOutcome } from '../writes/write-outcome.ts'
import type { LabelEditVariables } from './pending-label-edits.ts'
import { labelIdsOf, sendCardLabels } from './send-card-labels.ts'

/** 202 means accepted, not applied. [gap G2] */
const RELOAD_DELAYS_MS = [200, 500, 2_000]

/** Whether a load shows an edit. */
export type EditVisibility = 'visible' | 'not-visible' | 'not-loaded'

/** Sends one edit after the earlier writes of its card. The screen shows it as pending. */
export async function writeCardLabels(
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
    mutationFn: (edit: LabelEditVariables) => sendAndWait(queryClient, edit),
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
async function sendAndWait(queryClient: QueryClient, edit: LabelEditVariables) {
  const acknowledgment = await sendCardLabels(queryClient, edit)
  if (acknowledgment.isDeferred) {
    await waitForEdit(queryClient, edit, acknowledgment.acknowledgedAt, () => true)
  }
  return acknowledgment
}

/** Loads the board until it shows an edit, for as long as `isWanted` allows another attempt. */
export async function waitForEdit(
  queryClient: QueryClient,
  edit: Pick<LabelEditVariables, 'session' | 'cardId' | 'intent'>,
  since: number,
  isWanted: () => boolean,
): Promise<EditVisibility> {
  const check = async (attempt: Attempt): Promise<EditVisibility | undefined> => {
    const loaded = await boardFeedOf(queryClient, edit.session).newerThan(attempt.since)
    if (!loaded) return 'not-loaded'
    if (isEditVisible(queryClient, edit, loaded)) return 'visible'
    return attempt.isLast || !isWanted() ? 'not-visible' : undefined
  }
  return (await waitUntilVisible(check, RELOAD_DELAYS_MS, { since })) ?? 'not-visible'
}

/** A removed card counts as done; its removal is reported elsewhere. */
function isEditVisible(
  queryClient: QueryClient,
  { session, cardId, intent }: Pick<LabelEditVariables, 'session' | 'cardId' | 'intent'>,
  loaded: LoadedBoard,
): boolean {
  const card = findCard(loaded.board, cardId)?.card
  if (!card) return true
  const ids = new Set(labelIdsOf(queryClient, session, card.labels ?? []))
  return intent.add.every((id) => ids.has(id)) && intent.remove.every((id) => !ids.has(id))
}
