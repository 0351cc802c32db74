/**
 * One change of a card's label set. An edit is an intent, so that two people's edits both survive.
 */
export interface LabelIntent {
  add: readonly string[]
  remove: readonly string[]
  /** Of an undo: the ids as they were before, which are brought into that order again. */
  order?: readonly string[] | undefined
}

/**
 * The complete set to send (spec 4.3): the newest loaded ids with the intents applied in order. Ids
 * that no intent names are kept, also unrecognized ones. [gap G6]
 */
export function applyLabelIntents(
  labelIds: readonly string[],
  intents: readonly LabelIntent[],
): string[] {
  let ids = [...labelIds]
  for (const { add, remove, order } of intents) {
    const removed = new Set(remove)
    ids = [...new Set([...ids.filter((id) => !removed.has(id)), ...add])]
    if (order) ids = inOrder(ids, order)
  }
  return ids
}

/** Those that it doesn't name come last, as they are. */
function inOrder(ids: readonly string[], order: readonly string[]): string[] {
  const placeOf = new Map(order.map((id, place) => [id, place]))
  const place = (id: string) => placeOf.get(id) ?? order.length
  return ids.toSorted((a, b) => place(a) - place(b))
}
