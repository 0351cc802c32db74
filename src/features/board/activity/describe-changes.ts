import type { Activity } from '#contract/readers/read-activity.ts'
import * as messages from '#messages/activity-entry-messages.ts'
import { changeSummary, type DiffType } from '#messages/diff-messages.ts'
import { groupActivities } from '#model/activity-text.ts'
import { type CardDiff, diffSummary } from '#model/board-diff.ts'

/** By what a load shows of it. */
const SHOWN_AS: Readonly<Record<Activity['type'], readonly DiffType[]>> = {
  card_added: ['added'],
  card_moved: ['moved'],
  card_refused: ['blocked'],
  card_unblocked: ['unblocked'],
  card_labels: ['labels'],
  card_edited: ['title', 'priority', 'assignee'],
  card_removed: ['removed'],
  label_created: [],
  label_changed: [],
  label_deleted: [],
}

/** What the service tells of a change: who it was, newest first. */
export function activityOf(
  { cardId, type }: CardDiff,
  activities: readonly Activity[],
): Activity | undefined {
  return activities.find(
    (activity) => activity.card?.id === cardId && SHOWN_AS[activity.type].includes(type),
  )
}

/** Up to this many sentences, and then counts. */
const MAX_SENTENCES = 2

/**
 * What others have changed, and who it was where the service tells it: "Ada moved 14 cards to
 * Building."
 *
 * @param activities Newest first.
 */
export function describeChanges(
  diffs: readonly CardDiff[],
  activities: readonly Activity[],
  ownClientId: string | undefined,
): string {
  const told = diffs.map((diff) => activityOf(diff, activities))
  const found = new Set(told.flatMap((activity) => activity ?? []))
  const groups = groupActivities(
    activities.filter((activity) => found.has(activity)),
    ownClientId,
  ).toReversed()
  const others = diffs.filter((_, index) => told[index] === undefined)
  const count = groups.length + Math.min(others.length, MAX_SENTENCES)
  if (groups.length > 0 && count <= MAX_SENTENCES) {
    return [...groups.map(({ text }) => text), diffSummary(others)].join(' ').trim()
  }
  if (groups.length === 0) return diffSummary(diffs)
  const names = [...new Set([...found].flatMap(({ actor }) => actor?.name ?? []))]
  const summary = changeSummary(diffs.map(({ type }) => type))
  return names.length === 0 ? summary : `${messages.by(summary.replace(/\.$/, ''), names)}.`
}
