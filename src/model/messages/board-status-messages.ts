export const NO_COLUMNS = 'This board has no columns yet.'
export const NO_CARDS = 'No cards on this board yet.'
export const NO_CARDS_MATCH = 'No cards match your filters.'
export const REFRESHED = 'The board is up to date.'
export const CONNECTED_AGAIN = 'Connected again. The board is up to date.'

export function changedInColumn(count: number): string {
  return `${count} changed`
}
