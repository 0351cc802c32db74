import { ANY_CAUSE, type CardFilter, EMPTY_FILTER, NONE } from '#model/card-filter.ts'

/** Every field is set: a new field without a value here doesn't compile. */
export const SAMPLE_FILTER: Required<CardFilter> = {
  text: 'signing keys',
  blocked: ['checks', 'conflicts'],
  labelIds: ['!7', 'a b'],
  allLabelIds: ['8', '50%,!'],
  withoutLabelIds: ['!9', NONE],
  assignees: ['Ada Lovelace', NONE],
  states: ['conflicts'],
  priorities: ['high', 'P7'],
}

/** Filters in which only one field is set, with its name. */
export const SINGLE_FILTERS = [
  ...Object.entries(SAMPLE_FILTER).map(
    ([field, value]) => [field, { ...EMPTY_FILTER, [field]: value }] as const,
  ),
  ['blocked by any cause', { ...EMPTY_FILTER, blocked: [ANY_CAUSE] }] as const,
]
