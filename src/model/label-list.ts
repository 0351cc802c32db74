import type { Board } from '#contract/board.ts'
import type { Card } from '#contract/card.ts'
import type { Label } from '#contract/label.ts'
import { type LabelIndex, resolveLabelId } from './card-labels.ts'

/** How a list of labels is ordered. */
export type LabelOrder = 'name' | 'use' | 'color'

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })

/** The labels in an order; among equals by name. Unstated counts and colours come last. */
export function sortLabels(labels: readonly Label[], order: LabelOrder): Label[] {
  const byName = (a: Label, b: Label) => collator.compare(a.name, b.name)
  const compare = {
    name: byName,
    use: (a: Label, b: Label) => (b.taskCount ?? -1) - (a.taskCount ?? -1) || byName(a, b),
    color: (a: Label, b: Label) => collator.compare(a.color ?? '\uffff', b.color ?? '\uffff') || byName(a, b),
  }[order]
  return [...labels].sort(compare)
}

/** Another label of that name, as people read names: without case and outer spaces. Whether it may be is the service's to say. */
export function sameName(labels: readonly Label[], name: string, except?: string): Label | undefined {
  const wanted = name.trim().toLowerCase()
  return wanted ? labels.find((one) => one.id !== except && one.name.trim().toLowerCase() === wanted) : undefined
}

/** The cards of a board that carry a label. */
export function cardsWithLabel(board: Board, labelId: string, index: LabelIndex): Card[] {
  const carries = (card: Card) => card.labels?.some((label) => resolveLabelId(label.id, index) === labelId) ?? false
  return board.columns.flatMap((column) => column.cards.filter(carries))
}
