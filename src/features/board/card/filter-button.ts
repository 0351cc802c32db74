import type { ComponentProps } from 'react'
import type { CardFilter } from '#model/card-filter.ts'

/** The id of the text that begins the name of these buttons: "Filter by". */
export const FILTER_BY_ID = 'filter-by'

export type CardChoice = {
  field: keyof Pick<CardFilter, 'labelIds' | 'assignees' | 'priorities'>
  value: string
}

/** As an attribute of an element has it: the field, a space, and the value. */
export function choiceText({ field, value }: CardChoice): string {
  return `${field} ${value}`
}

/**
 * Makes a part of a card a button that filters by it. The board handles the click. Its name isn't
 * an `aria-label`, because the description of the card has the text of the button as it is.
 */
export function filterButton(
  id: string | undefined,
  { field, value }: CardChoice,
): (ComponentProps<'button'> & { 'data-filter': string }) | undefined {
  if (id === undefined) return undefined
  return {
    id,
    type: 'button',
    tabIndex: -1,
    'aria-labelledby': `${FILTER_BY_ID} ${id}`,
    'data-filter': choiceText({ field, value }),
  }
}
