/** How a person sorts the cards of each column; `service` is the order of the service. */
export const SORT_ORDERS = [
  'service',
  'priority',
  'number',
  'title',
  'assignee',
  'entered',
  'committed',
] as const
export type SortOrder = (typeof SORT_ORDERS)[number]

/** What the cards of a lane have in common; `none` is a board without lanes. */
export const GROUPINGS = ['none', 'assignee', 'priority', 'label', 'project'] as const
export type Grouping = (typeof GROUPINGS)[number]

/** Columns side by side, or one table of all cards. */
export const LAYOUTS = ['board', 'list'] as const
export type Layout = (typeof LAYOUTS)[number]

/**
 * Whether each card is in its column, which can be collapsed, has a tab on a phone, and takes dropped
 * cards. Otherwise, all cards are in one column, in one order.
 */
const HAS_COLUMNS: Readonly<Record<Layout, boolean>> = { board: true, list: false }

export function hasColumns(layout: Layout): boolean {
  return HAS_COLUMNS[layout]
}

/** How much room a card takes. */
export const DENSITIES = ['comfortable', 'compact'] as const
export type Density = (typeof DENSITIES)[number]

/** What a card can be shown without. */
export const OPTIONAL_FIELDS = ['priority', 'labels', 'assignee'] as const
export type OptionalField = (typeof OPTIONAL_FIELDS)[number]

/** Whether cards that nobody has worked on for long are there, or only their number. */
export const OLDER_CARDS = ['folded', 'shown'] as const
export type OlderCards = (typeof OLDER_CARDS)[number]

/** How the visible cards are arranged, and what they show. */
export interface Arrangement {
  layout: Layout
  group: Grouping
  sort: SortOrder
  /** Keys of columns that are left out. */
  hiddenColumns: readonly string[]
  /** Keys of columns of which only the head is there. */
  collapsedColumns: readonly string[]
  /** Keys of lanes of which only the head is there. */
  collapsedLanes: readonly string[]
  olderCards: OlderCards
  density: Density
  /** What cards are shown without. */
  omittedFields: readonly OptionalField[]
}

export const DEFAULT_ARRANGEMENT: Arrangement = {
  layout: 'board',
  group: 'none',
  sort: 'service',
  hiddenColumns: [],
  collapsedColumns: [],
  collapsedLanes: [],
  olderCards: 'folded',
  density: 'comfortable',
  omittedFields: [],
}

/** The same for arrangements that show the same. An object may have more fields than one. */
export function arrangementKey(arrangement: Arrangement): string {
  return JSON.stringify(arrangement, Object.keys(DEFAULT_ARRANGEMENT))
}

export function isDefaultArrangement(arrangement: Arrangement): boolean {
  return arrangementKey(arrangement) === arrangementKey(DEFAULT_ARRANGEMENT)
}

/** The list with the value, or without it if it has it. */
export function toggled<Value>(values: readonly Value[], value: Value): Value[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value]
}
