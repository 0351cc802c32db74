/** "3 cards", "1 card"; says so when the service gave no count. */
export function cardCount(count: number | undefined): string {
  if (count === undefined) return 'count not stated'
  return count === 1 ? '1 card' : `${count} cards`
}
