/** The name of the table. */
export const ALL_CARDS = 'Cards'

export const NUMBER = 'Number'
export const TITLE = 'Title'
export const COLUMN = 'Column'
export const PRIORITY = 'Priority'
export const ASSIGNEE = 'Assignee'
export const LABELS = 'Labels'
export const TIME_IN_COLUMN = 'In column'
export const ACTIONS = 'Actions'

/** How long a card has been in its column. */
export function forDays(days: number): string {
  if (days === 0) return 'Under 1 day'
  return days === 1 ? '1 day' : `${days} days`
}
