import type { CardFilter } from '#model/card-filter.ts'
import { changeUrl } from '#state/url.ts'
import { readUrl } from '#state/url-state.ts'
import type { CardChoice } from '../card/filter-button.ts'

/**
 * Filters by a part of a card, or no longer, when the filter has it already. Back leads to the
 * filter from before.
 *
 * @param choice the field, a space, and the value.
 */
export function toggleFilter(choice: string): void {
  const space = choice.indexOf(' ')
  const value = choice.slice(space + 1)
  const filter = readUrl()
  // A further label narrows what all labels are required of already.
  const isAll = choice.startsWith('labelIds ') && filter.allLabelIds.length > 0
  const field = isAll ? 'allLabelIds' : fieldOf(choice.slice(0, space))
  if (field) changeUrl({ [field]: toggled(filter[field], value) }, 'push')
}

type ListField = CardChoice['field'] | 'allLabelIds'

const FIELDS: readonly CardChoice['field'][] = ['labelIds', 'assignees', 'priorities']

function fieldOf(name: string): CardChoice['field'] | undefined {
  return FIELDS.find((field) => field === name)
}

function toggled(values: CardFilter[ListField], value: string): string[] {
  const others = values.filter((other) => other !== value)
  return others.length < values.length ? others : [...others, value]
}
