import type { CardLabel } from '#contract/card.ts'
import type { Label } from '#contract/label.ts'

/** One change of a card's label set. Edits are intents, so that two people's edits both survive. */
export interface LabelIntent {
  add: readonly string[]
  remove: readonly string[]
}

/**
 * The whole set to send (spec 4.3): the newest known ids with the intents applied in order. Ids that nobody named
 * are carried along untouched, also those this app knows nothing of. [gap G6]
 */
export function applyIntents(labelIds: readonly string[], intents: readonly LabelIntent[]): string[] {
  const ids = new Set(labelIds)
  for (const intent of intents) {
    for (const id of intent.remove) ids.delete(id)
    for (const id of intent.add) ids.add(id)
  }
  return [...ids]
}

/** The labels of a board, ready for look-ups from cards. */
export interface LabelIndex {
  byId: ReadonlyMap<string, Label>
  /** Ids by exact name, for names that exactly one label has. */
  idByName: ReadonlyMap<string, string>
}

/** Builds the index that cards are shown with. */
export function indexLabels(labels: readonly Label[]): LabelIndex {
  const idByName = new Map<string, string>()
  const repeated = new Set<string>()
  for (const label of labels) {
    if (idByName.has(label.name)) repeated.add(label.name)
    idByName.set(label.name, label.id)
  }
  for (const name of repeated) idByName.delete(name)
  return { byId: new Map(labels.map((label) => [label.id, label])), idByName }
}

/** A card's label as it is shown. */
export interface ShownLabel {
  id: string
  name: string
  color: string | undefined
  /** False when the board's list has no such label. */
  known: boolean
}

/**
 * Finds the label that a card names: by id, else by exact name; what the card itself brought comes last, and an
 * unresolved id is shown as such. [gap G6]
 */
export function resolveLabel(label: CardLabel, index: LabelIndex): ShownLabel {
  const id = resolveLabelId(label.id, index)
  const found = index.byId.get(id)
  if (found) return { id, name: found.name, color: found.color, known: true }
  return {
    id,
    name: label.name ?? `${index.byId.size > 0 ? 'unknown ' : ''}label ${label.id}`,
    color: label.color,
    known: false,
  }
}

/** The labels of a card as they are shown, each once: an id and a name may stand for the same one. [gap G6] */
export function shownLabels(labels: readonly CardLabel[], index: LabelIndex): ShownLabel[] {
  return [...new Map(labels.map((label) => resolveLabel(label, index)).map((label) => [label.id, label])).values()]
}

/** The id that a card's label text stands for. [gap G6] */
export function resolveLabelId(id: string, index: LabelIndex): string {
  return index.byId.has(id) ? id : (index.idByName.get(id) ?? id)
}
