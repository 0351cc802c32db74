import type { Card, CardLabel } from '#contract/readers/read-card.ts'
import type { Label } from '#contract/readers/read-label.ts'
import * as messages from '#messages/card-messages.ts'

/** The labels of a board, indexed for lookups from cards. */
export interface LabelIndex {
  byId: ReadonlyMap<string, Label>
  /** Ids by exact name, for names that exactly one label has. */
  idByName: ReadonlyMap<string, string>
}

export function indexLabels(labels: readonly Label[]): LabelIndex {
  const idByName = new Map<string, string>()
  const repeatedNames = new Set<string>()
  for (const label of labels) {
    if (idByName.has(label.name)) repeatedNames.add(label.name)
    idByName.set(label.name, label.id)
  }
  for (const name of repeatedNames) idByName.delete(name)
  return { byId: new Map(labels.map((label) => [label.id, label])), idByName }
}

/** A card's label as it is displayed. */
export interface DisplayedLabel {
  id: string
  name: string
  color: string | undefined
  /** False when the board's list has no such label. */
  isKnown: boolean
}

/**
 * Finds the label that a card names: by id, then by exact name, then from what the card itself
 * carries. An id that can't be resolved is displayed as such. [gap G6]
 */
export function resolveLabel(label: CardLabel, index: LabelIndex): DisplayedLabel {
  const id = resolveLabelId(label.id, index)
  const found = index.byId.get(id)
  if (found) return { id, name: found.name, color: found.color, isKnown: true }
  const isListLoaded = index.byId.size > 0
  const name = label.name ?? messages.unresolvedLabelName(label.id, isListLoaded)
  return { id, name, color: label.color, isKnown: false }
}

/**
 * The labels of a card as they are displayed, each once: an id and a name may mean the same label.
 * [gap G6]
 */
export function displayedLabels(labels: readonly CardLabel[], index: LabelIndex): DisplayedLabel[] {
  const resolved = labels.map((label) => resolveLabel(label, index))
  return [...new Map(resolved.map((label) => [label.id, label])).values()]
}

/** The id of the label that a card names by id or by name. [gap G6] */
export function resolveLabelId(id: string, index: LabelIndex): string {
  return index.byId.has(id) ? id : (index.idByName.get(id) ?? id)
}

/** The ids that the labels of a card mean, in their order. [gap G6] */
export function labelIdsOn({ labels }: Pick<Card, 'labels'>, index: LabelIndex): string[] {
  return (labels ?? []).map(({ id }) => resolveLabelId(id, index))
}
