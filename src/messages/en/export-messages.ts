import { groupedDigits } from '#model/grouped-digits.ts'
import { countedCards } from './filter-messages.ts'

export const UNCONFIRMED_MOVE = 'The move isn’t confirmed yet'
export const UNCONFIRMED_LABELS = 'The labels aren’t confirmed yet'

export function exportQuestion(count: number, isFiltered: boolean): string {
  const which = isFiltered ? `${countedCards(count)} that the filter shows` : countedCards(count)
  return `Save ${which} to a file, in the order of the board.`
}

/** In the dialog, and in the file. */
export function withoutOlderCards(count: number): string {
  return count === 1
    ? 'Without 1 older card, which is folded.'
    : `Without ${groupedDigits(count)} older cards, which are folded.`
}

/** Names of the file formats. */
export const FORMATS = { csv: 'CSV', markdown: 'Markdown', json: 'JSON' } as const

export function exported(count: number, name: string): string {
  return `Saved ${countedCards(count)} to ${name}.`
}

export const EXPORT_TITLE = 'Export visible cards'
