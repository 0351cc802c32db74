import { type Mutation, type QueryClient, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ApiError } from '#client/api-error.ts'
import type { WriteAnswer } from '#client/board-client.ts'
import { instant } from '#client/instant.ts'
import type { PendingMove } from '#model/board-view.ts'
import type { MoveAnswer, MoveIntent } from '#model/move-outcome.ts'
import { dismissNoticeAbout, noteKey, noteOnCard } from '#state/notice-store.ts'
import { clientOf } from './clients.ts'
import { followMove } from './follow-move.ts'
import { expectCard, touchCard } from './own-writes.ts'
import type { BoardSession } from './session.ts'
import { leavesOpen, runWrite } from './settle.ts'

/** Everything a move needs to run, wherever the screen has gone meanwhile. */
interface MoveVariables {
  session: BoardSession
  intent: MoveIntent
}

/** Mutation key of all moves on a board. */
export function movesKey(session: BoardSession) {
  return ['move', session.keyId, session.workspaceId, session.projectId ?? null] as const
}

/** Writes of one card go one after the other; writes of different cards do not wait for each other. */
export function cardScope(session: BoardSession, cardId: string): { id: string } {
  return { id: ['card', session.keyId, session.workspaceId, cardId].join(':') }
}

/** Moves a card: the screen shows it at once as asked for, and says what became of it once a read has proved it. */
export function useMoveCard(session: BoardSession): (intent: MoveIntent) => Promise<void> {
  const queryClient = useQueryClient()
  return useCallback((intent) => moveCard(queryClient, session, intent), [queryClient, session])
}

/** The moves that lie over the board: those under way, and those whose effect no read has had the chance to show. */
export function usePendingMoves(session: BoardSession, requestedAt: number): PendingMove[] {
  return useMutationState({ filters: pendingFilter(session, requestedAt), select: toPendingMove })
}

/** The same, at this moment, for code that is no component. */
export function pendingMoves(queryClient: QueryClient, session: BoardSession, requestedAt: number): PendingMove[] {
  return queryClient.getMutationCache().findAll(pendingFilter(session, requestedAt)).map(toPendingMove)
}

function pendingFilter(session: BoardSession, requestedAt: number) {
  const predicate = (mutation: Mutation) => isPending(mutation, requestedAt)
  return { mutationKey: movesKey(session), predicate }
}

function toPendingMove(mutation: Mutation): PendingMove {
  // The filter's key is given to moves alone, so their variables are MoveVariables.
  const { intent } = mutation.state.variables as MoveVariables
  return { cardId: intent.cardId, toStatusId: intent.toStatusId }
}

/** Does a write still lie over a board that was read at `requestedAt`? */
export function isPending(mutation: Pick<Mutation, 'state'>, requestedAt: number): boolean {
  const { status, data } = mutation.state
  if (status === 'pending') return true
  return status === 'success' && isWriteAnswer(data) && data.answeredAt >= requestedAt
}

/** How often each card was asked to move: an outcome is told only while no later move has been asked for. */
const turns = new Map<string, number>()

/** Moves a card and follows the move until its outcome is told. `pause` waits between reads, in milliseconds. */
export async function moveCard(
  queryClient: QueryClient,
  session: BoardSession,
  intent: MoveIntent,
  pause: (ms: number) => Promise<void> = sleep,
): Promise<void> {
  const scope = cardScope(session, intent.cardId)
  const turn = (turns.get(scope.id) ?? 0) + 1
  turns.set(scope.id, turn)
  noteOnCard(noteKey(session, intent.cardId), null)
  dismissNoticeAbout(noteKey(session, intent.cardId))
  touchCard(session, intent.cardId)
  const forget = expectCard(session, intent.cardId, intent.toStatusId)
  const answer = await askForMove(queryClient, { session, intent }, scope)
  touchCard(session, intent.cardId)
  await followMove({
    queryClient,
    session,
    intent,
    answer,
    answeredAt: instant(),
    writesKey: movesKey(session),
    isLatest: () => turns.get(scope.id) === turn,
    pause,
    forget,
  })
}

async function askForMove(
  queryClient: QueryClient,
  variables: MoveVariables,
  scope: { id: string },
): Promise<MoveAnswer> {
  try {
    const mutationKey = movesKey(variables.session)
    const options = { mutationKey, scope, mutationFn: sendMove }
    const { isOnlyAsked, refusal } = await runWrite<MoveVariables>(queryClient, options, variables)
    if (refusal !== undefined) return { kind: 'refused', words: refusal }
    return isOnlyAsked ? { kind: 'accepted', isOnlyAsked } : { kind: 'accepted' }
  } catch (error) {
    return answerOf(error)
  }
}

/**
 * Sends a move, and once more when the line broke, but only after a read shows that the card still stands where it
 * was: otherwise the lost answer was a success, or somebody else has moved on.
 */
async function sendMove({ session, intent }: MoveVariables): Promise<WriteAnswer> {
  const client = clientOf(session.keyId)
  const patch = () => client.patchCard(session.workspaceId, intent.cardNumber, { statusId: intent.toStatusId })
  try {
    return await patch()
  } catch (error) {
    if (!(error instanceof ApiError) || !isLostLine(error)) throw error
    const { workspaceId, projectId } = session
    const { value } = await client.board({ workspaceId, projectId })
    const column = value?.columns.find((one) => one.cards.some((card) => card.id === intent.cardId))
    if (column?.statusId === intent.toStatusId) return { answeredAt: instant() }
    if (column?.statusId !== intent.fromStatusId) throw error
    return await patch()
  }
}

function isLostLine(error: ApiError): boolean {
  return error.kind === 'network' || error.status === 502 || error.status === 503
}

/** [gap G2] */
function answerOf(error: unknown): MoveAnswer {
  if (!(error instanceof ApiError)) return { kind: 'no-answer', words: '' }
  if (leavesOpen(error)) return { kind: 'no-answer', words: error.message }
  const words = error.ownWords || unsaidWords(error)
  if (error.status === 401) return { kind: 'key-refused', words }
  return { kind: error.status === 403 ? 'not-allowed' : 'refused', words }
}

/** What an answer without words means, as far as its status tells. A refusal proper (409, 412, 422) has its own words. [gap G1] */
function unsaidWords(error: ApiError): string {
  if (error.status === 429) {
    const wait = error.retryAfter === undefined ? 'a little later' : `in ${Math.ceil(error.retryAfter / 1_000)} s`
    return `the service takes no more changes for now; try again ${wait}`
  }
  return [401, 403, 409, 412, 422].includes(error.status) ? '' : error.message
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function isWriteAnswer(data: unknown): data is WriteAnswer {
  return typeof data === 'object' && data !== null && 'answeredAt' in data
}
