import type { QueryClient } from '@tanstack/react-query'
import { findCard } from '#model/board-lookup.ts'
import type { BoardSession } from '#model/board-ref.ts'
import {
  isRejection,
  type MoveIntent,
  type MoveOutcome,
  type MoveResponse,
  moveOutcome,
  moveOutcomeWithoutBoard,
  notMovedAfterAll,
} from '#model/move-outcome.ts'
import { isKeyStored } from '#state/keys/keys-store.ts'
import { boardFeedOf } from '../feed/board-feed.ts'
import type { LoadedBoard } from '../feed/loaded-board.ts'
import { keys } from '../keys.ts'
import { waitForPendingWrites } from '../writes/wait-for-pending-writes.ts'
import { type Attempt, type Wait, waitUntilVisible } from '../writes/wait-until-visible.ts'
import { moveReportsOf } from './move-reports.ts'

/** A move that has a response, or none, and no outcome yet. */
export interface UnconfirmedMove {
  queryClient: QueryClient
  session: BoardSession
  intent: MoveIntent
  response: MoveResponse
  /** From `monotonicNow()`. */
  respondedAt: number
  /** False once the card was moved again: only the outcome of that move matters. */
  isLatest: () => boolean
  /** The card's arrival no longer counts as a change of this page. */
  stopExpecting: () => void
  wait: Wait
}

/** [gap G13] */
const RELOAD_DELAYS_MS = [500, 2_000, 5_000]

type Confirmation = MoveOutcome | 'unwanted' | 'not-loaded'

/** Loads the board until it shows the outcome of a move, and reports the outcome once. */
export async function confirmMove(move: UnconfirmedMove): Promise<void> {
  if (!isWanted(move)) return move.stopExpecting()
  if (move.response.type === 'unknown') reportUnconfirmed(move)
  await waitForPendingWrites(move.queryClient, keys.moves(move.session))
  const confirmation = await waitForOutcome(move)
  if (confirmation === 'unwanted' || !isWanted(move)) return move.stopExpecting()
  const isLoaded = confirmation !== 'not-loaded'
  const outcome = isLoaded ? confirmation : moveOutcomeWithoutBoard(move.intent, move.response)
  report(move, outcome)
  const isUnknown = outcome.type === 'unknown'
  if (isLoaded && !isUnknown) return move.stopExpecting()
  reportLaterOutcome(move, isUnknown && !isLoaded)
}

async function waitForOutcome(move: UnconfirmedMove): Promise<Confirmation> {
  const check = (attempt: Attempt) => checkOutcome(move, attempt)
  const time = { since: move.respondedAt, wait: move.wait }
  return (await waitUntilVisible(check, RELOAD_DELAYS_MS, time)) ?? 'not-loaded'
}

async function checkOutcome(
  move: UnconfirmedMove,
  { since, isFirst, isLast }: Attempt,
): Promise<Confirmation | undefined> {
  const { queryClient, session, intent, response } = move
  if (!isWanted(move)) return 'unwanted'
  const loaded = await boardFeedOf(queryClient, session).newerThan(since)
  const outcome = loaded && moveOutcome(intent, response, loaded.board, isLast)
  if (outcome) return outcome
  // The response settles the move, so nobody has to wait for a load that fails.
  if (!loaded && isRejection(response)) return 'not-loaded'
  // Accepted but not visible yet: show "Not confirmed yet" on the card and poll.
  if (isFirst) reportUnconfirmed(move)
  return undefined
}

/**
 * Reports an outcome that shows up after the last check. `isFirstReport`: no load has shown
 * anything yet, so the first one is reported in any case. [gap G13]
 */
function reportLaterOutcome(move: UnconfirmedMove, isFirstReport: boolean): void {
  const { queryClient, session } = move
  // The load that is there has been judged already.
  const judgedAt = loadedAfter(move)?.requestedAt ?? 0
  // Without a response, a load tells whether the card has moved.
  let mustReport = isFirstReport || move.response.type === 'unknown'
  const finish = () => {
    unsubscribe()
    move.stopExpecting()
  }
  const unsubscribe = boardFeedOf(queryClient, session).subscribe(() => {
    if (!isWanted(move)) return finish()
    const loaded = loadedAfter(move)
    if (!loaded || loaded.requestedAt <= judgedAt) return
    const { outcome, isFinal } = laterOutcome(move, loaded)
    if (isFinal) finish()
    if (mustReport || isSettled(outcome, move.response)) report(move, outcome)
    mustReport = false
  })
}

/** The board, when it was requested after the move's response. */
function loadedAfter({ queryClient, session, respondedAt }: UnconfirmedMove) {
  return boardFeedOf(queryClient, session).loadedAfter(respondedAt)
}

/** `isFinal`: a later load can't show another outcome. */
function laterOutcome({ intent, response }: UnconfirmedMove, { board }: LoadedBoard) {
  const column = findCard(board, intent.cardId)?.column
  const isInOldColumn = column?.statusId === intent.fromStatusId
  if (column && isInOldColumn && response.type === 'unknown') {
    return { outcome: notMovedAfterAll(intent, column), isFinal: false }
  }
  const relevant: MoveResponse = isInOldColumn ? response : { type: 'accepted' }
  const outcome = moveOutcome(intent, relevant, board, true)
  return { outcome, isFinal: !isInOldColumn || outcome?.type !== 'unknown' }
}

/** A move, or a refusal that wasn't in the response. */
function isSettled(outcome: MoveOutcome | undefined, response: MoveResponse): boolean {
  return outcome?.type === 'moved' || (outcome?.type === 'refused' && !isRejection(response))
}

function isWanted({ session, isLatest }: UnconfirmedMove): boolean {
  return isLatest() && isKeyStored(session.keyId)
}

function report(move: UnconfirmedMove, outcome: MoveOutcome | undefined): void {
  const { queryClient, session, intent } = move
  if (!outcome) return
  moveReportsOf(queryClient).publish({ type: 'settled', session, intent, outcome })
}

function reportUnconfirmed({ queryClient, session, intent, response }: UnconfirmedMove): void {
  const moveReports = moveReportsOf(queryClient)
  moveReports.publish({ type: 'unconfirmed', session, intent, response })
}
