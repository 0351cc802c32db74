import { countedCards } from './filter-messages.ts'

/** The names of the labels that a change adds and removes. */
interface LabelNames {
  added?: string | undefined
  removed?: string | undefined
}

export const NO_NUMBER = 'It has no number, so no request can be sent for it.'
export const UNREADABLE_LABELS = 'Its labels can’t be read.'
export const NO_CARD_CHANGES = 'None of these cards can be changed.'

/** Why a card is left out: the labels are already as they should be. */
export function alreadySo({ added, removed }: LabelNames): string {
  if (added !== undefined) return `Already has ${added}.`
  return `Doesn’t have ${removed}.`
}

export function labelsChanged(card: string, { added, removed }: LabelNames): string {
  if (added === undefined) return `${card}: ${removed} was removed.`
  if (removed === undefined) return `${card}: ${added} was added.`
  return `${card}: ${removed} was replaced with ${added}.`
}

/** "Add bug to 12 cards" */
export function labelTitle({ added, removed }: LabelNames, count: number): string {
  const cards = countedCards(count)
  if (added === undefined) return `Remove ${removed} from ${cards}`
  if (removed === undefined) return `Add ${added} to ${cards}`
  return `Replace ${removed} with ${added} on ${cards}`
}

/** "Adding bug to 12 cards" */
export function labelingCards({ added, removed }: LabelNames, count: number): string {
  const cards = countedCards(count)
  if (added === undefined) return `Removing ${removed} from ${cards}`
  if (removed === undefined) return `Adding ${added} to ${cards}`
  return `Replacing ${removed} with ${added} on ${cards}`
}

export function unchangedCards(count: number): string {
  return `${countedCards(count)} ${count === 1 ? 'stays as it is' : 'stay as they are'}:`
}

export function labelTheRest(count: number): string {
  return `Change the other ${countedCards(count)}`
}
