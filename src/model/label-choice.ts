import type { Card } from '#contract/readers/read-card.ts'
import type { LabelChanges, NamedLabel } from './bulk-labels.ts'
import { type DisplayedLabel, displayedLabels, type LabelIndex } from './label-lookup.ts'

/** How many of some cards have which labels. Those whose labels can't be read don't count. */
export interface LabelUse {
  /** On any of the cards, those of most cards first. */
  labels: readonly DisplayedLabel[]
  countOf: (labelId: string) => number
  cardCount: number
}

export function labelUse(cards: readonly Card[], index: LabelIndex): LabelUse {
  const counts = new Map<string, number>()
  const labels = new Map<string, DisplayedLabel>()
  const readable = cards.flatMap((card) => (card.labels ? [card.labels] : []))
  for (const label of readable.flatMap((some) => displayedLabels(some, index))) {
    labels.set(label.id, label)
    counts.set(label.id, (counts.get(label.id) ?? 0) + 1)
  }
  const countOf = (id: string) => counts.get(id) ?? 0
  return {
    labels: [...labels.values()].sort((a, b) => countOf(b.id) - countOf(a.id)),
    countOf,
    cardCount: readable.length,
  }
}

/** Which of some cards have a label. */
export type LabelState = 'all' | 'some' | 'none'

export function labelState({ countOf, cardCount }: LabelUse, id: string): LabelState {
  const count = countOf(id)
  if (count === 0) return 'none'
  return count === cardCount ? 'all' : 'some'
}

/**
 * The changes after another press on a label: from all cards it is removed, and otherwise it is
 * added to all. One that some cards have is removed by the second press, and the last press takes
 * the choice back.
 */
export function afterPress(
  changes: LabelChanges,
  { id, name }: NamedLabel,
  state: LabelState,
): LabelChanges {
  const isAdded = changes.add.some((label) => label.id === id)
  const isRemoved = changes.remove.some((label) => label.id === id)
  const add = changes.add.filter((label) => label.id !== id)
  const remove = changes.remove.filter((label) => label.id !== id)
  const isUnchanged = !isAdded && !isRemoved
  if (isUnchanged && state !== 'all') return { add: [...add, { id, name }], remove }
  const isNext = state === 'all' ? isUnchanged : state === 'some' && isAdded
  return isNext ? { add, remove: [...remove, { id, name }] } : { add, remove }
}
