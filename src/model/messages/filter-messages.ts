export function cardCount(visible: number, total: number): string {
  return `${visible} of ${total} ${total === 1 ? 'card' : 'cards'}`
}
