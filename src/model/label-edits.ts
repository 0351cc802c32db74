/**
 * One change of a card's label set. An edit is an intent, so that two people's edits both survive.
 */
export interface LabelIntent {
  add: readonly string[]
  remove: readonly string[]
}

/**
 * The complete set to send (spec 4.3): the newest loaded ids with the intents applied in order. Ids
 * that no intent names are kept, also unrecognized ones. [gap G6]
 */
export function applyLabelIntents(
  labelIds: readonly string[],
  intents: readonly LabelIntent[],
): string[] {
  const ids = new Set(labelIds)
  for (const intent of intents) {
    for (const id of intent.remove) ids.delete(id)
    for (const id of intent.add) ids.add(id)
  }
  return [...ids]
}
