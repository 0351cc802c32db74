import type { Activity } from '#contract/readers/read-activity.ts'
import * as messages from '#messages/activity-entry-messages.ts'
import { isNoLongerBlocked } from '#messages/diff-messages.ts'
import { countedCards } from '#messages/filter-messages.ts'
import { cardName } from './board-lookup.ts'

/** One or several activities that are one sentence. */
export interface ActivityGroup {
  /** Newest first; at least one. */
  activities: readonly [Activity, ...Activity[]]
  text: string
}

/** At most, between two activities of a group. */
const MAX_GAP_MS = 2 * 60_000

/**
 * Puts together what somebody did to many cards: "Ada moved 14 cards to Building."
 *
 * @param activities Newest first.
 * @param ownClientId Of the reader's key.
 */
export function groupActivities(
  activities: readonly Activity[],
  ownClientId: string | undefined,
): ActivityGroup[] {
  const groups: [Activity, ...Activity[]][] = []
  for (const activity of activities) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (group && last && isOfOneAction(last, activity)) group.push(activity)
    else groups.push([activity])
  }
  return groups.map((group) => ({ activities: group, text: groupText(group, ownClientId) }))
}

const SHARED_TYPES: readonly Activity['type'][] = [
  'card_added',
  'card_moved',
  'card_labels',
  'card_removed',
]

function isOfOneAction(a: Activity, b: Activity): boolean {
  if (!SHARED_TYPES.includes(a.type) || a.card?.id === b.card?.id) return false
  return Math.abs(a.at - b.at) <= MAX_GAP_MS && actionOf(a) === actionOf(b)
}

/** A new branch has its author, so those of several people are told apart. */
function actionOf({ type, actor, to, addedLabels, removedLabels, author }: Activity): string {
  return JSON.stringify([type, actor?.clientId, to, addedLabels, removedLabels, author])
}

function groupText(group: readonly [Activity, ...Activity[]], ownClientId?: string): string {
  const [first] = group
  const cards = group.length > 1 ? countedCards(group.length) : nameOf(first)
  const isFromOne = group.every(({ from }) => from === first.from)
  return TEXTS[first.type](
    { ...first, from: isFromOne ? first.from : '' },
    whoOf(first, ownClientId),
    cards,
  )
}

function nameOf({ card }: Activity): string {
  return card ? cardName(card) : countedCards(1)
}

function whoOf({ actor }: Activity, ownClientId: string | undefined): messages.Who {
  if (!actor) return { type: 'repository' }
  return actor.clientId === ownClientId ? { type: 'you' } : { type: 'other', name: actor.name }
}

/** `cards` is the name of one, or how many. */
type TextOf = (activity: Activity, who: messages.Who, cards: string) => string

const TEXTS: Readonly<Record<Activity['type'], TextOf>> = {
  card_added: ({ to, author }, who, cards) => messages.addedBy(who, cards, to, author),
  card_moved: ({ from, to }, who, cards) => messages.movedBy(who, cards, from, to),
  card_refused: ({ to, reason }, who, cards) => messages.refusedFor(who, cards, to, reason),
  card_unblocked: (_, __, cards) => isNoLongerBlocked(cards),
  card_labels: ({ addedLabels, removedLabels }, who, cards) =>
    messages.labeledBy(who, cards, addedLabels, removedLabels),
  card_edited: ({ fields }, who, cards) => messages.editedBy(who, cards, fields),
  card_removed: (_, who, cards) => messages.removedBy(who, cards),
  label_created: ({ label }, who) => messages.labelCreatedBy(who, label),
  label_changed: ({ label, from }, who) => messages.labelChangedBy(who, label, from),
  label_deleted: ({ label }, who) => messages.labelDeletedBy(who, label),
}
