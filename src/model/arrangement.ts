/** How a person sorts the cards of each column; `service` is the order of the service. */
export const SORT_ORDERS = ['service', 'priority', 'number', 'title', 'assignee'] as const
export type SortOrder = (typeof SORT_ORDERS)[number]

/** How the visible cards are arranged. */
export interface Arrangement {
  sort: SortOrder
  /** Keys of columns that are left out. */
  hiddenColumns: readonly string[]
}

export const DEFAULT_ARRANGEMENT: Arrangement = { sort: 'service', hiddenColumns: [] }

export function isDefaultArrangement({ sort, hiddenColumns }: Arrangement): boolean {
  return sort === 'service' && hiddenColumns.length === 0
}
