import type { BulkCounts, PauseReason } from '#model/bulk-card.ts'
import type { Attention } from '#model/card-evidence.ts'
import { groupedDigits } from '#model/grouped-digits.ts'
import { ATTENTION } from './evidence-messages.ts'
import { countedCards } from './filter-messages.ts'

export const DETAILS = 'Details'
export const MOVE_CARDS = 'Move cards'
export const NO_CARD_CAN_MOVE = 'None of these cards can be moved.'
export const BULK_ACTION_UNDER_WAY = 'Other cards are being changed. Wait until they are done.'

/** Why an action on many cards has paused by itself. */
export const PAUSED: Readonly<Record<Exclude<PauseReason, 'by-person'>, string>> = {
  connection: 'Paused: responses are missing. Resume when the connection is back.',
  key: 'Paused: the service did not accept the key.',
}

export function notUndone(reason: string): string {
  return `Nothing was undone. ${reason}`.trim()
}

/** `toName` is undefined for an undo. */
export function bulkMoveTitle(count: number, toName: string | undefined): string {
  return `Move ${countedCards(count)} ${direction(toName)}`
}

export function cardsToMove(count: number): string {
  return count === 1 ? '1 card to move:' : `${groupedDigits(count)} cards to move:`
}

export function cardToMove(name: string, attention: Attention | undefined): string {
  return attention ? `${name} (${ATTENTION[attention]})` : name
}

/** Known before they are tried. */
export function stoppedMoves(count: number): string {
  return count === 1
    ? '1 card would be refused:'
    : `${groupedDigits(count)} cards would be refused:`
}

export const TRY_ANYWAY = 'Try these, too'

export function leftOutCards(count: number): string {
  return count === 1 ? '1 card stays:' : `${groupedDigits(count)} cards stay:`
}

export function cardsThatCannotMove(count: number): string {
  return `${countedCards(count)} can’t move here`
}

export function commitsOfBulkMove(stages: readonly string[]): string {
  return `Each card’s changes are reverted in ${stages.join(' and ')}: the branches get commits.`
}

export function bulkProgress(done: number, total: number, waitSeconds: number | undefined): string {
  const text = `${done} of ${countedCards(total)} done`
  return waitSeconds === undefined ? text : `${text}. Resumes in ${waitSeconds} s`
}

type Part = Exclude<keyof BulkCounts, 'total' | 'done'>

/** Each with its count, in this order. Nothing is said of those without cards. */
const PARTS: Readonly<Record<Part, string>> = {
  moved: 'moved',
  changed: 'changed',
  refused: 'refused',
  denied: 'not allowed',
  unknown: 'not confirmed',
  gone: 'no longer on the board',
  notSent: 'not sent',
  leftOut: 'left out',
}

/** "2 moved, 1 refused.", or "2 moved back." after an undo. */
export function bulkSummary(
  counts: BulkCounts,
  { isUndo = false, isRunning = false } = {},
): string {
  const textOf = (part: Part, text: string) => {
    if (part === 'notSent' && isRunning) return 'waiting'
    return isUndo && (part === 'moved' || part === 'changed') ? `${text} back` : text
  }
  const names = Object.keys(PARTS) as Part[]
  const parts = names.flatMap((part) =>
    counts[part] > 0 ? [`${groupedDigits(counts[part])} ${textOf(part, PARTS[part])}`] : [],
  )
  return parts.length > 0 ? `${parts.join(', ')}.` : 'No card was changed.'
}

/** "Moving 2 cards to Review" */
export function movingCards(count: number, toName: string | undefined): string {
  return `Moving ${countedCards(count)} ${direction(toName)}`
}

function direction(toName: string | undefined): string {
  return toName === undefined ? 'back' : `to ${toName}`
}

/** `count` cards were not sent. */
export function moveTheRest(count: number): string {
  return `Move the other ${countedCards(count)}`
}

export function notSentCard(name: string): string {
  return `${name}: not sent.`
}

export function waitingCard(name: string): string {
  return `${name}: waiting.`
}

export function cardUnderWay(name: string): string {
  return `${name}: under way.`
}

export function leftOutCard({ name, reason }: { name: string; reason: string }): string {
  return `${name}: ${reason}`
}

/** @param action what was under way: "Moving 2 cards to Review" in English. */
export function interrupted(action: string, summary: string): string {
  return `${action} was interrupted: ${summary}`
}
