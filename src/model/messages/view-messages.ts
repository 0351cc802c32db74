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

/** After a change of what is sorted and hidden. */
export function arrangementText(order: SortOrder, hiddenCount: number): string {
  const sorting = order === 'service' ? SERVICE_ORDER : yourSorting(order)
  return hiddenCount > 0 ? `${sorting} ${hiddenColumns(hiddenCount)}` : sorting
}

const SERVICE_ORDER = 'The cards are in the service’s order.'

export const SAVED_VIEWS = 'Saved views'
export const SAVED_VIEWS_HINT =
  'A view is the filter, the sorting, and the hidden columns of the screen. Saved views stay on this device.'
export const SAVE_VIEW = 'Save view'
export const SAVE_THIS_VIEW = 'Save view…'
export const REPLACE_VIEW = 'Replace view'
export const VIEW_NAME_REQUIRED = 'Enter a name for the view.'

export function viewSaved(name: string): string {
  return `Saved the view ${name}.`
}

export function deleteViewLabel(name: string): string {
  return `Delete ${name}`
}

export function sortBy(order: SortOrder): string {
  return order === 'service' ? USE_SERVICE_ORDER : `Sort by ${SORT_NAMES[order].toLowerCase()}`
}

export const USE_SERVICE_ORDER = 'Use the service’s order'
export const SHOW_ALL_COLUMNS = 'Show all columns'
