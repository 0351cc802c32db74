import { listOf } from '#model/list-of.ts'
import { countedCards } from './filter-messages.ts'

/** The names of the labels that a change adds and removes. */
export interface LabelNames {
  added: readonly string[]
  removed: readonly string[]
}

export const NO_NUMBER = 'It has no number, so no request can be sent for it.'
export const UNREADABLE_LABELS = 'Its labels can’t be read.'
export const NO_CARD_CHANGES = 'None of these cards can be changed.'
export const CHOOSE_LABELS = 'Choose labels to add or remove.'

/** Why a card is left out: the labels are already as they should be. */
export function alreadySo({ added, removed }: LabelNames): string {
  const has = added.length > 0 ? [`already has ${listOf(added)}`] : []
  const lacks = removed.length > 0 ? [`doesn’t have ${listOf(removed)}`] : []
  return `It ${[...has, ...lacks].join(' and ')}.`
}

export function labelsChanged(card: string, { added, removed }: LabelNames): string {
  const adds = added.length > 0 ? [`${listOf(added)} added`] : []
  const removes = removed.length > 0 ? [`${listOf(removed)} removed`] : []
  return `${card}: ${[...adds, ...removes].join(', ')}.`
}

/** "Add bug to 12 cards". A merge puts one label in place of the other one. */
export function labelTitle(
  { added, removed }: LabelNames,
  count: number,
  isMerge: boolean | undefined,
): string {
  const cards = countedCards(count)
  if (isMerge) return `Replace ${listOf(removed)} with ${listOf(added)} on ${cards}`
  if (added.length === 0) return `Remove ${listOf(removed)} from ${cards}`
  if (removed.length === 0) return `Add ${listOf(added)} to ${cards}`
  return `Add ${listOf(added)}, remove ${listOf(removed)} on ${cards}`
}

/** "Adding bug to 12 cards" */
export function labelingCards(
  { added, removed }: LabelNames,
  count: number,
  isMerge: boolean | undefined,
): string {
  const cards = countedCards(count)
  if (isMerge) return `Replacing ${listOf(removed)} with ${listOf(added)} on ${cards}`
  if (added.length === 0) return `Removing ${listOf(removed)} from ${cards}`
  if (removed.length === 0) return `Adding ${listOf(added)} to ${cards}`
  return `Adding ${listOf(added)}, removing ${listOf(removed)} on ${cards}`
}

export function unchangedCards(count: number): string {
  return `${countedCards(count)} ${count === 1 ? 'stays as it is' : 'stay as they are'}`
}

export function labelTheRest(count: number): string {
  return `Change the other ${countedCards(count)}`
}

/** Beside a label that only some of the cards have. */
export function onSomeCards(count: number, total: number): string {
  return `${count} of ${total}`
}

export function createAndChoose(name: string): string {
  return `Create “${name}” and choose it`
}

/** What pressing Apply does; it isn't done yet. */
export function chosenChanges({ added, removed }: LabelNames): string {
  const adds = added.length > 0 ? [`Add ${listOf(added)}.`] : []
  const removes = removed.length > 0 ? [`Remove ${listOf(removed)}.`] : []
  return [...adds, ...removes].join(' ')
}
