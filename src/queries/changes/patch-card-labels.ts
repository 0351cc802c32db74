import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#client/api-error.ts'
import { monotonicNow } from '#client/monotonic-now.ts'
import type { Acknowledgment } from '#client/write-client.ts'
import type { CardLabel } from '#contract/readers/read-card.ts'
import { findCard } from '#model/board-lookup.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { applyLabelIntents, type LabelIntent } from '#model/label-edits.ts'
import { indexLabels, labelIdsOn } from '#model/label-lookup.ts'
import { isSameOrigin } from '../api.ts'
import { boardFeedOf } from '../feed/board-feed.ts'
import type { LoadedBoard } from '../feed/loaded-board.ts'
import { cachedLabels, reloadLabels } from '../labels/reload-labels.ts'
import { perClient } from '../per-client.ts'
import { writesFor } from '../writes/run-write.ts'
import { notSentError } from '../writes/write-outcome.ts'
import type { LabelEditVariables } from './pending-label-edits.ts'

/** How often the set is computed again because the board has changed. */
const MAX_ATTEMPTS = 8

/** Statuses with which services reject an unknown label id. */
const UNKNOWN_LABEL_STATUSES = [400, 404, 409, 422]

/**
 * Sends the complete label set of a card (spec 4.3), computed from a board that was loaded just
 * before, so that other people's edits are kept. If the service returns a version of the board, the
 * write applies only to that version, so no edit is lost in between. Deleted labels are left out,
 * and the rest is sent. [gap G6]
 * See .github/decisions/0007-pending-writes-are-an-overlay.md.
 */
export async function patchCardLabels(
  queryClient: QueryClient,
  edit: LabelEditVariables,
): Promise<Acknowledgment> {
  const { session, cardNumber } = edit
  const api = writesFor(queryClient, session.keyId)
  let { intent } = edit
  let rejectedVersion: string | undefined
  for (let attempt = 1; ; attempt += 1) {
    const { labelIds, loaded } = await currentLabelIds(queryClient, edit, intent)
    noteRejectedVersion(queryClient, loaded, rejectedVersion)
    const version = attempt < MAX_ATTEMPTS ? versionOf(queryClient, loaded) : undefined
    try {
      return await api.patchCard(session.workspaceId, cardNumber, { labelIds }, version)
    } catch (error) {
      const failure = retryableError(error, attempt)
      const isOutdated = failure.status === 412 && version !== undefined
      if (isOutdated) rejectedVersion = version
      else intent = await intentWithoutDeleted(queryClient, edit, intent, failure)
    }
  }
}

/** False once the service has rejected a version that it had just returned: then none is sent. */
const serviceOf = perClient(() => ({ supportsVersions: true }))

/** A service that rejects the version it has just sent means something else by it. */
function noteRejectedVersion(
  queryClient: QueryClient,
  { etag }: LoadedBoard,
  rejectedVersion: string | undefined,
): void {
  const isSame = rejectedVersion !== undefined && etag === rejectedVersion
  if (isSame) serviceOf(queryClient).supportsVersions = false
}

/** Throws the error when another attempt can't help. */
function retryableError(error: unknown, attempt: number): ApiError {
  if (!(error instanceof ApiError) || attempt >= MAX_ATTEMPTS) throw error
  return error
}

async function currentLabelIds(
  queryClient: QueryClient,
  { session, cardId, cardNumber }: LabelEditVariables,
  intent: LabelIntent,
) {
  const loaded = await boardFeedOf(queryClient, session).newerThan(monotonicNow())
  const labels = loaded && findCard(loaded.board, cardId)?.card.labels
  if (!labels) throw notSentError(cardNumber, 'labels-not-loaded')
  const ids = labelIdsOf(queryClient, session, labels)
  return { labelIds: applyLabelIntents(ids, [intent]), loaded }
}

/** The label ids that a card's labels mean. [gap G6] */
export function labelIdsOf(
  queryClient: QueryClient,
  session: BoardSession,
  labels: readonly CardLabel[],
): string[] {
  return labelIdsOn({ labels }, indexLabels(cachedLabels(queryClient, session)))
}

/** The intent without labels that were deleted; throws the original error when none was. */
async function intentWithoutDeleted(
  queryClient: QueryClient,
  { session, cardNumber }: LabelEditVariables,
  intent: LabelIntent,
  error: ApiError,
): Promise<LabelIntent> {
  if (!UNKNOWN_LABEL_STATUSES.includes(error.status)) throw error
  const list = await reloadLabels(queryClient, session)
  const existing = list && new Set(list.labels.map((label) => label.id))
  const add = intent.add.filter((id) => existing?.has(id) ?? true)
  if (add.length === intent.add.length) throw error
  // One label should replace another: only removing the old one would lose it.
  const isReplacement = intent.remove.length > 0
  if (add.length === 0 || isReplacement) throw notSentError(cardNumber, 'label-deleted')
  return { add, remove: intent.remove }
}

/**
 * A service at another origin may not allow the If-Match header, and then no request would reach
 * it. [gap G25]
 */
function versionOf(queryClient: QueryClient, loaded: LoadedBoard): string | undefined {
  const { supportsVersions } = serviceOf(queryClient)
  return supportsVersions && isSameOrigin() ? loaded.etag : undefined
}
