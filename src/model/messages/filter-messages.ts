import type { CardFilter } from '../card-filter.ts'

export function cardsOfTotal(visible: number, total: number): string {
  return `${visible.toLocaleString('en-US')} of ${cards(total)}`
}

export function boardLoaded(total: number): string {
  return `Board loaded. ${cards(total)}.`
}

function cards(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'card' : 'cards'}`
}

/** "Filter: “token”, high, blocked" */
export function filterText(filter: CardFilter, labelNames: readonly string[]): string {
  const text = filter.text.trim() ? [`“${filter.text.trim()}”`] : []
  const blocked = filter.blockedOnly ? ['blocked'] : []
  return `Filter: ${[...text, ...filter.priorities, ...labelNames, ...blocked].join(', ')}`
}
