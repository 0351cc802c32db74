import type { Label } from '#contract/readers/read-label.ts'
import * as messages from '#messages/filter-messages.ts'
import type { CardFilter } from './card-filter.ts'

/** What each field of a filter is in a sentence. */
const PARTS: Readonly<
  Record<keyof CardFilter, (filter: CardFilter, labels: readonly Label[]) => readonly string[]>
> = {
  text: ({ text }) => (text.trim() ? [messages.quoted(text.trim())] : []),
  priorities: ({ priorities }) => priorities,
  assignees: ({ assignees }) => assignees.map(messages.assigneeName),
  labelIds: ({ labelIds }, labels) => labelsText(labelIds, labels, messages.EITHER_LABEL),
  allLabelIds: ({ allLabelIds }, labels) => labelsText(allLabelIds, labels, messages.EACH_LABEL),
  withoutLabelIds: ({ withoutLabelIds }, labels) =>
    withoutLabelIds.map((id) => messages.withoutLabelName(id, labels)),
  states: ({ states }) => states.map(messages.stateName),
  blocked: ({ blocked }) => blocked.map(messages.causeName),
}

/** "Filter: “token”, high, blocked" */
export function filterText(filter: CardFilter, labels: readonly Label[]): string {
  const parts = Object.values(PARTS).flatMap((partsOf) => partsOf(filter, labels))
  return messages.filterSentence(parts)
}

/** One part of a sentence; none without labels. */
function labelsText(ids: readonly string[], labels: readonly Label[], between: string): string[] {
  const names = ids.map((id) => messages.filteredLabelName(id, labels))
  return names.length > 0 ? [names.join(between)] : []
}
