import { asClause, joinSentences } from '#model/sentences.ts'

/** Reasons that stand in for a message that the service didn't send. */
export const REFUSED_WITHOUT_REASON =
  'Der Dienst hat das Verschieben ohne Angabe eines Grundes abgelehnt'
export const DENIED_WITHOUT_REASON = 'Der Dienst erlaubt es nicht'
export const KEY_REJECTED_WITHOUT_REASON = 'Der Dienst hat den Schlüssel nicht akzeptiert'

export const TARGET_NOT_ON_BOARD = 'Diese Karte oder Spalte ist nicht mehr auf dem Board.'

export function moved(card: string, from: string, to: string): string {
  return `${card} von ${from} nach ${to} verschoben.`
}

/** After an undo. The service decides where in the column the card is. */
export function movedBack(card: string, to: string, isLast: boolean): string {
  return `${card} ${isLast ? `ans Ende von ${to}` : `nach ${to}`} zurückverschoben.`
}

export function gone(card: string): string {
  return `${card} ist nicht mehr auf diesem Board.`
}

export function notMoved(card: string, reason: string): string {
  return `${card} nicht verschoben: ${asClause(reason)}`
}

/** For the card itself, under its own name. */
export function notMovedTo(column: string, reason: string): string {
  return `Nicht nach ${column} verschoben: ${asClause(reason)}`
}

/** A load after an outage shows the card where it was. */
export function notMovedStillIn(card: string, column: string): string {
  return `${card} nicht verschoben. ${stillIn(column)}`
}

/** The same for the card itself. */
export function notMovedStatus(column: string): string {
  return `Nicht verschoben. Weiterhin in ${column}.`
}

/** A move that the app did not send. */
export function notSent(card: string, column: string, reason: string): string {
  return `${card} nicht nach ${column} verschoben. ${reason}`
}

export function notConfirmed(card: string, from: string, to: string): string {
  return `${card}: Verschieben von ${from} nach ${to} noch nicht bestätigt.`
}

/** For the card itself, under its own name. */
export const NOT_CONFIRMED = 'Noch nicht bestätigt.'

/** `message` is the reason why the response is missing; it can be empty. */
export function notConfirmedStatus(message: string): string {
  return joinSentences(NOT_CONFIRMED, message && asClause(message))
}

export function notInColumn(card: string, column: string): string {
  return `${card} ist nicht in ${column}.`
}

export function nowIn(column: string): string {
  return `Die Karte ist jetzt in ${column}.`
}

export function stillIn(column: string): string {
  return `Die Karte ist weiterhin in ${column}.`
}

export function onBoard(boardTitle: string, message: string): string {
  return `${boardTitle}: ${message}`
}

export function rateLimited(retryAfterMs: number | undefined): string {
  const when = retryAfterMs === undefined ? 'später' : `in ${Math.ceil(retryAfterMs / 1_000)} s`
  return `Der Dienst begrenzt gerade die Zahl der Änderungen; ${when} erneut versuchen`
}

/** The service's own words, which need not say when to try again. */
export function withRetryTime(message: string, retryAfterMs: number): string {
  const seconds = Math.ceil(retryAfterMs / 1_000)
  return `${message.replace(/\.\s*$/, '')}; in ${seconds} s erneut versuchen`
}

export function alreadyIn(column: string): string {
  return `Die Karte ist bereits in ${column}.`
}

export function staysIn(card: string, column: string): string {
  return `${card} bleibt in ${column}.`
}

export const BOARD_NOT_LOADED = 'Das Board kann gerade nicht geladen werden.'

export function stillMoving(card: string, to: string): string {
  return `${card} wird noch nach ${to} verschoben.`
}
