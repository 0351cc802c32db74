import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#client/api-error.ts'
import { monotonicNow } from '#client/monotonic-now.ts'
import type { Acknowledgment } from '#client/write-client.ts'
import * as messages from '#messages/move-messages.ts'
import { findCard } from '#model/board-lookup.ts'
import { briefErrorMessage, failureMessage } from '#model/failure-message.ts'
import type { MoveResponse } from '#model/move-outcome.ts'
import { boardFeedOf } from '../feed/board-feed.ts'
import { keys } from '../keys.ts'
import { cardScope } from '../writes/pending-writes.ts'
import { runWrite, writesFor } from '../writes/run-write.ts'
import { waitMs } from '../writes/wait-until-visible.ts'
import { withinRateLimit } from '../writes/within-rate-limit.ts'
import { MAX_SILENT_WAIT_MS, type WriteOutcome } from '../writes/write-outcome.ts'
import type { MoveVariables } from './pending-moves.ts'

export interface SendOptions {
  /**
   * Waits when the service limits the rate, for the time of its Retry-After. False: the move is not
   * sent again. By default, it never is, and the outcome has the time.
   */
  onRateLimit?: ((delayMs: number) => Promise<boolean>) | undefined
}

export async function sendMove(
  queryClient: QueryClient,
  variables: MoveVariables,
  { onRateLimit }: SendOptions = {},
): Promise<MoveResponse> {
  const { session, intent } = variables
  const options = {
    mutationKey: keys.moves(session),
    scope: cardScope(session, intent.cardId),
    mutationFn: (move: MoveVariables) => patchCard(queryClient, move, onRateLimit),
  }
  return toMoveResponse(await runWrite<MoveVariables>(queryClient, options, variables))
}

/** Throws the error of the last request. */
async function patchWithinRateLimit(
  patch: () => Promise<Acknowledgment>,
  onRateLimit: SendOptions['onRateLimit'],
): Promise<Acknowledgment> {
  if (!onRateLimit) return patch()
  const { acknowledgment, error } = await withinRateLimit<Attempt>({
    send: () =>
      patch().then(
        (acknowledgment) => ({ acknowledgment }),
        (error: unknown) => ({ error }),
      ),
    limitOf: ({ error }) => (error instanceof ApiError && error.status === 429 ? error : undefined),
    onRateLimit,
  })
  if (!acknowledgment) throw error
  return acknowledgment
}

interface Attempt {
  acknowledgment?: Acknowledgment
  error?: unknown
}

/**
 * Repeats a move once after a lost connection, but only if a load shows the card where it was.
 * Otherwise the lost response was a success, or other people have moved the card.
 */
async function patchCard(
  queryClient: QueryClient,
  { session, intent }: MoveVariables,
  onRateLimit: SendOptions['onRateLimit'],
): Promise<Acknowledgment> {
  const writes = writesFor(queryClient, session.keyId)
  const { workspaceId } = session
  const change = { statusId: intent.toStatusId }
  const patch = () =>
    patchWithinRateLimit(
      () => writes.patchCard(workspaceId, intent.cardNumber, change),
      onRateLimit,
    )
  try {
    return await patch()
  } catch (error) {
    if (!isConnectionLost(error)) throw error
    // As long as the service wants. A longer wait is shown on the card instead. [gap G19]
    const delayMs = error.retryAfter ?? 0
    if (delayMs > MAX_SILENT_WAIT_MS) throw error
    await waitMs(delayMs)
    const loaded = await boardFeedOf(queryClient, session).newerThan(monotonicNow())
    const column = loaded && findCard(loaded.board, intent.cardId)?.column
    if (column?.statusId === intent.toStatusId) return { acknowledgedAt: monotonicNow() }
    if (column?.statusId !== intent.fromStatusId) throw error
    return await patch()
  }
}

function isConnectionLost(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false
  const isWithoutResponse = error.type === 'network' || error.type === 'offline'
  return isWithoutResponse || error.status === 502 || error.status === 503
}

/** [gap G2] */
function toMoveResponse(outcome: WriteOutcome): MoveResponse {
  switch (outcome.type) {
    case 'accepted':
      return outcome.isDeferred
        ? { type: 'accepted', isDeferred: true, message: outcome.message ?? '' }
        : { type: 'accepted' }
    case 'unknown':
      return { type: 'unknown', message: outcome.error ? briefErrorMessage(outcome.error) : '' }
    case 'denied': {
      const type = outcome.error.status === 401 ? 'key-rejected' : 'denied'
      return { type, message: refusalMessage(outcome.error) }
    }
    case 'refused':
    case 'gone':
      return { type: 'refused', message: refusalMessage(outcome.error) }
  }
}

/** These statuses have their own sentence when the service sends no message. */
const SELF_EXPLANATORY = [200, 401, 403, 409, 412, 422]

/** The message of the service, or what the status means without one. [gap G1] */
function refusalMessage(error: ApiError): string {
  if (error.status === 429 && error.retryAfter !== undefined && error.serverMessage) {
    return messages.withRetryTime(error.serverMessage, error.retryAfter)
  }
  if (error.serverMessage) return error.serverMessage
  if (error.isWebPage) return failureMessage(error)
  if (error.status === 429) return messages.rateLimited(error.retryAfter)
  const needsMessage = error.type !== 'http' || !SELF_EXPLANATORY.includes(error.status)
  return needsMessage ? failureMessage(error) : ''
}
