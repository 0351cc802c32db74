import type { Card } from '#contract/readers/read-card.ts'
import type { OptionalField } from './arrangement.ts'

const WITHOUT: Readonly<Record<OptionalField, Partial<Card>>> = {
  priority: { priority: '' },
  labels: { labels: [] },
  assignee: { assignee: null },
}

/**
 * The function that leaves fields out of a card, only for what is on the screen. For the same card,
 * it returns the same object.
 */
export function createCardDisplay(omitted: readonly OptionalField[]): (card: Card) => Card {
  if (omitted.length === 0) return (card) => card
  const empty = Object.assign({}, ...omitted.map((field) => WITHOUT[field]))
  const known = new WeakMap<Card, Card>()
  return (card) => {
    const displayed = known.get(card) ?? { ...card, ...empty }
    known.set(card, displayed)
    return displayed
  }
}
