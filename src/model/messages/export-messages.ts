export const UNCONFIRMED_MOVE = 'The move isn’t confirmed yet'
export const UNCONFIRMED_LABELS = 'The labels aren’t confirmed yet'
export const NO_CARDS_TO_EXPORT = 'No cards are visible.'

export function exportQuestion(count: number, isFiltered: boolean): string {
  return `Save ${cards(count)}${isFiltered ? ' that the filter shows' : ''} to a file, in the order of the board.`
}

function cards(count: number): string {
  return count === 1 ? '1 card' : `${count.toLocaleString('en-US')} cards`
}

/** Names of the file formats. */
export const FORMATS = { csv: 'CSV', markdown: 'Markdown', json: 'JSON' } as const

export function exported(count: number, name: string): string {
  return `Saved ${cards(count)} to ${name}.`
}
