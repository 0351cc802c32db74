import { groupedDigits } from '#model/grouped-digits.ts'
export const WALL_DISPLAY = 'Wandanzeige'
export const LEAVE_WALL_DISPLAY = 'Wandanzeige verlassen'
export const LIVE = 'Live'
export const NO_CONNECTION = 'Dieser Bildschirm hat keine Verbindung.'

/** @param time in the format of the reader's language. */
export function asOf(time: string): string {
  return `Stand: ${time}`
}

/** @param reason a sentence. */
export function notUpToDate(time: string, reason: string): string {
  return `Nicht aktuell, zuletzt um ${time} geladen. ${reason}`.trim()
}

/** Below the cards of a column for which there is no room. */
export function moreOnBoard(count: number): string {
  return `${groupedDigits(count)} weitere ${count === 1 ? 'Karte' : 'Karten'}`
}
