import { asClause, joinSentences } from '#model/sentences.ts'

/** Reasons that stand in for a message that the service didn't send. */
export const REFUSED_WITHOUT_REASON = 'the service rejected the move without a reason'
export const DENIED_WITHOUT_REASON = 'the service does not allow it'
export const KEY_REJECTED_WITHOUT_REASON = 'the service did not accept the key'

export const TARGET_NOT_ON_BOARD = 'That card or column is no longer on the board.'

export function moved(card: string, from: string, to: string): string {
  return `${card} moved from ${from} to ${to}.`
}

/** After an undo. The service decides where in the column the card is. */
export function movedBack(card: string, to: string, isLast: boolean): string {
  return `${card} moved back to ${to}${isLast ? ', at the end' : ''}.`
}

export function gone(card: string): string {
  return `${card} is no longer on this board.`
}

export function notMoved(card: string, reason: string): string {
  return `${card} not moved: ${asClause(reason)}`
}

/** For the card itself, under its own name. */
export function notMovedTo(column: string, reason: string): string {
  return `Not moved to ${column}: ${asClause(reason)}`
}

/** A load after an outage shows the card where it was. */
export function notMovedStillIn(card: string, column: string): string {
  return `${card} not moved. ${stillIn(column)}`
}

/** The same for the card itself. */
export function notMovedStatus(column: string): string {
  return `Not moved. Still in ${column}.`
}

/** A move that the app did not send. */
export function notSent(card: string, column: string, reason: string): string {
  return `${card} not moved to ${column}. ${reason}`
}

export function notConfirmed(card: string, from: string, to: string): string {
  return `${card}: move from ${from} to ${to} not confirmed yet.`
}

/** For the card itself, under its own name. */
export const NOT_CONFIRMED = 'Not confirmed yet.'

/** `message` is the reason why the response is missing; it can be empty. */
export function notConfirmedStatus(message: string): string {
  return joinSentences(NOT_CONFIRMED, message && asClause(message))
}

export function notInColumn(card: string, column: string): string {
  return `${card} is not in ${column}.`
}

export function nowIn(column: string): string {
  return `It’s now in ${column}.`
}

export function stillIn(column: string): string {
  return `It’s still in ${column}.`
}

export function onBoard(boardTitle: string, message: string): string {
  return `${boardTitle}: ${message}`
}

export function rateLimited(retryAfterMs: number | undefined): string {
  const when = retryAfterMs === undefined ? 'later' : `in ${Math.ceil(retryAfterMs / 1_000)} s`
  return `the service is rate-limiting changes; retry ${when}`
}

/** The service's own words, which need not say when to try again. */
export function withRetryTime(message: string, retryAfterMs: number): string {
  return `${message.replace(/\.\s*$/, '')}; retry in ${Math.ceil(retryAfterMs / 1_000)} s`
}

export function alreadyIn(column: string): string {
  return `It’s already in ${column}.`
}

export function staysIn(card: string, column: string): string {
  return `${card} stays in ${column}.`
}

export const BOARD_NOT_LOADED = 'The board can’t be loaded now.'

export function stillMoving(card: string, to: string): string {
  return `${card} is still being moved to ${to}.`
}
