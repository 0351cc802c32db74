import { groupedDigits } from '#model/grouped-digits.ts'
export const NO_COLUMNS = 'This board has no columns yet.'
export const NO_CARDS = 'No cards on this board yet.'
export const HOW_CARDS_ARRIVE =
  'Cards come from the service, for example one for each branch of a repository. New ones appear here by themselves.'
export const NO_CARDS_MATCH = 'No cards match your filters.'
export const ALL_CARDS_HIDDEN = 'All cards are in hidden or collapsed columns.'
export const REFRESHED = 'The board is up to date.'
export const CONNECTED_AGAIN = 'Connected again. The board is up to date.'

/** For the head of a column, while the service hasn't confirmed the moves. */
export function movingInto(numbers: readonly number[]): string {
  return numbers.length === 1 ? `#${numbers[0]} moving…` : `${numbers.length} moving…`
}

export function changedInColumn(count: number): string {
  return `${count} changed`
}

/** Cards that nothing keeps from the next column. */
export function readyCards(count: number): string {
  return `${groupedDigits(count)} ready`
}
