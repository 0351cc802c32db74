import * as v from 'valibot'
import type { ActivityType } from '#contract/activity-types.ts'
import { type ActivityBody, activitySchema } from '#contract/schemas/activity-schema.ts'
import { messages } from '../messages/messages.ts'
import type { StoredActivity } from '../store/activities.ts'

/** By the actions of the audit. */
const TYPES: Readonly<Record<string, ActivityType>> = {
  'card.create': 'card_added',
  'card.arrive': 'card_added',
  'card.move': 'card_moved',
  'card.refused': 'card_refused',
  'card.unblock': 'card_unblocked',
  'card.labels': 'card_labels',
  'card.edit': 'card_edited',
  'card.remove': 'card_removed',
  'card.leave': 'card_removed',
  'label.create': 'label_created',
  'label.change': 'label_changed',
  'label.delete': 'label_deleted',
}

/**
 * @param labelNames By ids, also of deleted labels.
 * @param onFault Called for one that the contract doesn't allow: it is left out.
 */
export function presentActivities(
  activities: readonly StoredActivity[],
  labelNames: ReadonlyMap<number, string>,
  onFault: (error: unknown) => void,
): ActivityBody[] {
  return activities.flatMap((activity) => {
    const result = v.safeParse(activitySchema, presentActivity(activity, labelNames))
    if (result.success) return result.output
    onFault(new Error(`Line ${activity.id} of the audit is left out of the activity`))
    return []
  })
}

function presentActivity(
  { id, at, action, facts, ...by }: StoredActivity,
  labelNames: ReadonlyMap<number, string>,
) {
  const { card, added, removed, ...others } = facts
  const named = (ids: readonly number[] = []) => ids.flatMap((one) => labelNames.get(one) ?? [])
  const isLabels = action === 'card.labels'
  return {
    ...others,
    id: String(id),
    at,
    type: TYPES[action],
    actor: presentActor(by),
    ...(card ? { card: { ...card, id: String(card.id) } } : {}),
    ...(isLabels ? { addedLabels: named(added), removedLabels: named(removed) } : {}),
  }
}

function presentActor({ actor, actorName }: Pick<StoredActivity, 'actor' | 'actorName'>) {
  if (actor === 'repository') return null
  const isOperator = actorName === undefined && actor === 'operator'
  const name = isOperator ? messages.operator : (actorName ?? actor)
  return { clientId: actor, name }
}
