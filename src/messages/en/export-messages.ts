import { countedCards } from './filter-messages.ts'

export const UNCONFIRMED_MOVE = 'The move isn’t confirmed yet'
export const UNCONFIRMED_LABELS = 'The labels aren’t confirmed yet'

export function exportQuestion(count: number, isFiltered: boolean): string {
  const which = isFiltered ? `${countedCards(count)} that the filter shows` : countedCards(count)
  return `Save ${which} to a file, in the order of the board.`
}

/** Names of the file formats. */
export const FORMATS = { csv: 'CSV', markdown: 'Markdown', json: 'JSON' } as const

export function exported(count: number, name: string): string {
  return `Saved ${countedCards(count)} to ${name}.`
}

export const EXPORT_TITLE = 'Export visible cards'
