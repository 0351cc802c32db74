export function cardsOfTotal(visible: number, total: number): string {
  return `${visible} of ${total} ${total === 1 ? 'card' : 'cards'}`
}

export function blockedCards(count: number): string {
  return `${count} blocked`
}
