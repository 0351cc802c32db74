import { groupedDigits } from '#model/grouped-digits.ts'
export const WALL_DISPLAY = 'Wall display'
export const LEAVE_WALL_DISPLAY = 'Leave the wall display'
export const LIVE = 'Live'
export const NO_CONNECTION = 'This screen has no connection.'

/** @param time in the format of the reader's language. */
export function asOf(time: string): string {
  return `As of ${time}`
}

/** @param reason a sentence. */
export function notUpToDate(time: string, reason: string): string {
  return `Not up to date, last loaded at ${time}. ${reason}`.trim()
}

/** Below the cards of a column for which there is no room. */
export function moreOnBoard(count: number): string {
  return `${groupedDigits(count)} more ${count === 1 ? 'card' : 'cards'}`
}
