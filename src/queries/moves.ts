import { type Mutation, type QueryClient, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ApiError } from '#client/api-error.ts'
import type { WriteAnswer } from '#client/board-client.ts'
import { instant } from '#client/instant.ts'
import type { PendingMove } from '#model/board-view.ts'
import { type JudgedMove, judgeMove, type MoveAnswer, type MoveIntent } from '#model/move-outcome.ts'
import { noteOnCard, say } from '#state/notice-store.ts'
import { readBoardAfter } from './board.ts'
import { clientOf } from './clients.ts'
import type { BoardSession } from './session.ts'
import { runWrite, whenQuiet } from './settle.ts'

/** Everything a move needs to run, wherever the screen has gone meanwhile. */
interface MoveVariables {
  session: BoardSession
  intent: MoveIntent
}

/** Waits between the reads that look for an accepted move's effect, in milliseconds. [gap G13] */
const LOOK_AGAIN = [500, 2_000, 5_000]

/** Mutation key of all moves on a board. */
export function movesKey(session: BoardSession) {
  return ['move', session.keyId, session.workspaceId, session.projectId ?? null] as const
}

/** Writes of one card go one after the other; writes of different cards do not wait for each other. */
export function cardScope(session: BoardSession, cardId: string): { id: string } {
  return { id: ['card', session.keyId, session.workspaceId, cardId].join(':') }
}

/** Moves a card: the screen shows it at once as asked for, and says what became of it once a read has proved it. */
export function useMoveCard(session: BoardSession): (intent: MoveIntent) => Promise<JudgedMove> {
  const queryClient = useQueryClient()
  return useCallback((intent) => moveCard(queryClient, session, intent), [queryClient, session])
}

/** The moves that lie over the board: those under way, and those whose effect no read has had the chance to show. */
export function usePendingMoves(session: BoardSession, requestedAt: number): PendingMove[] {
  return useMutationState({
    filters: {
      mutationKey: movesKey(session),
      predicate: (mutation) => isPending(mutation, requestedAt),
    },
    select: (mutation) => {
      // The filter's key is given to moves alone, so their variables are MoveVariables.
      const { intent } = mutation.state.variables as MoveVariables
      return { cardId: intent.cardId, toStatusId: intent.toStatusId }
    },
  })
}

/** Does a write still lie over a board that was read at `requestedAt`? */
export function isPending(mutation: Pick<Mutation, 'state'>, requestedAt: number): boolean {
  const { status, data } = mutation.state
  if (status === 'pending') return true
  return status === 'success' && isWriteAnswer(data) && data.answeredAt >= requestedAt
}

async function moveCard(queryClient: QueryClient, session: BoardSession, intent: MoveIntent): Promise<JudgedMove> {
  noteOnCard(intent.cardId, null)
  const answer = await askForMove(queryClient, { session, intent })
  const answeredAt = instant()
  if (isSuperseded(queryClient, session, intent)) return { outcome: 'moved', sentence: '' }
  await whenQuiet(queryClient, movesKey(session))
  const judged = await judgeByReading(queryClient, session, intent, answer, answeredAt)
  report(intent, judged)
  return judged
}

async function askForMove(queryClient: QueryClient, variables: MoveVariables): Promise<MoveAnswer> {
  const { session, intent } = variables
  try {
    await runWrite<MoveVariables>(
      queryClient,
      { mutationKey: movesKey(session), scope: cardScope(session, intent.cardId), mutationFn: sendMove },
      variables,
    )
    return { kind: 'accepted' }
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
    if (column?.statusId === intent.toStatusId) return { answeredAt: instant(), accepted: true }
    if (column?.statusId !== intent.fromStatusId) throw error
    return await patch()
  }
}

function isLostLine(error: ApiError): boolean {
  return error.kind === 'network' || error.status === 502 || error.status === 503
}

/** [gap G2] */
function answerOf(error: unknown): MoveAnswer {
  if (!(error instanceof ApiError)) return { kind: 'no-answer', words: String(error) }
  const words = error.message
  if (error.kind !== 'http' || error.status >= 500 || error.status === 429) return { kind: 'no-answer', words }
  if (error.status === 401) return { kind: 'key-refused', words }
  if (error.status === 403) return { kind: 'not-allowed', words }
  return { kind: error.status === 404 ? 'gone' : 'refused', words }
}

async function judgeByReading(
  queryClient: QueryClient,
  session: BoardSession,
  intent: MoveIntent,
  answer: MoveAnswer,
  answeredAt: number,
): Promise<JudgedMove> {
  let since = answeredAt
  for (const wait of [0, ...LOOK_AGAIN]) {
    if (wait > 0) {
      await new Promise((resolve) => setTimeout(resolve, wait))
      since = instant()
    }
    const read = await readBoardAfter(queryClient, session, since)
    const judged = read && judgeMove(intent, answer, read.board, wait === LOOK_AGAIN.at(-1))
    if (judged) return judged
  }
  const asked = `#${intent.cardNumber}: asked for ${intent.toName}, no proof yet.`
  return { outcome: 'unknown', sentence: `${asked} The board cannot be read now.` }
}

/** Is a later move of this card under way? Then that one's outcome is what there is to say. */
function isSuperseded(queryClient: QueryClient, session: BoardSession, intent: MoveIntent): boolean {
  return queryClient
    .getMutationCache()
    .findAll({ mutationKey: movesKey(session), status: 'pending' })
    .some((mutation) => (mutation.state.variables as MoveVariables).intent.cardId === intent.cardId)
}

function report(intent: MoveIntent, { outcome, sentence }: JudgedMove): void {
  say(sentence, outcome === 'moved' ? 'good' : outcome === 'gone' ? 'neutral' : 'bad')
  if (outcome !== 'moved' && outcome !== 'gone') noteOnCard(intent.cardId, { outcome, sentence })
}

function isWriteAnswer(data: unknown): data is WriteAnswer {
  return typeof data === 'object' && data !== null && 'answeredAt' in data
}
