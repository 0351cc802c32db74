import type { SortOrder } from '../arrangement.ts'

/** What cards are sorted by, in a menu and in a sentence. */
export const SORT_NAMES: Readonly<Record<SortOrder, string>> = {
  service: 'Service’s order',
  priority: 'Priority',
  number: 'Number',
  title: 'Title',
  assignee: 'Assignee',
}

export const VIEW = 'View'

export function yourSorting(order: SortOrder): string {
  return `Your sorting, not the service’s order: ${SORT_NAMES[order].toLowerCase()}.`
}

export function hiddenColumns(count: number): string {
  return `${count} ${count === 1 ? 'column is' : 'columns are'} hidden.`
}

export const USE_SERVICE_ORDER = 'Use the service’s order'
export const SHOW_ALL_COLUMNS = 'Show all columns'
