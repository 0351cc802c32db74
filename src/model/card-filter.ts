/** In place of a label's id or a person's name: cards that have no label, or no assignee. */
export const NONE = 'none'
/** In place of a cause: every card that can't move. */
export const ANY_CAUSE = '1'

/** Which cards are visible. An empty field hides none. */
export interface CardFilter {
  text: string
  /** Causes, or ANY_CAUSE. A card that can't move for any of these causes is visible. */
  blocked: readonly string[]
  /** Ids, or NONE. A card with any of these labels is visible. */
  labelIds: readonly string[]
  /** Ids, or NONE. A card with all of these labels is visible. */
  allLabelIds: readonly string[]
  /** Ids, or NONE. A card with any of these labels is not visible. */
  withoutLabelIds: readonly string[]
  /** Names, or NONE. A card of any of these people is visible. */
  assignees: readonly string[]
  /** A card with any of these priorities is visible. */
  priorities: readonly string[]
  /** What the repository says: a card in any of these states is visible. */
  states: readonly string[]
}

export const EMPTY_FILTER: CardFilter = {
  text: '',
  blocked: [],
  labelIds: [],
  allLabelIds: [],
  withoutLabelIds: [],
  assignees: [],
  priorities: [],
  states: [],
}

export const FILTER_FIELDS = Object.keys(EMPTY_FILTER).filter(isFilterField)

function isFilterField(name: string): name is keyof CardFilter {
  return name in EMPTY_FILTER
}

/** How many choices of the filter menu are made. */
export function choicesIn(filter: CardFilter): number {
  // The text, and whether a card can move at all, have controls outside of the menu.
  const { text, blocked, ...lists } = filter
  const choices = FILTER_FIELDS.flatMap((field) => (field in lists ? filter[field] : []))
  return choices.length + causesIn(filter).length
}

/** The causes that a filter names. */
export function causesIn({ blocked }: Pick<CardFilter, 'blocked'>): string[] {
  return blocked.filter((cause) => cause !== ANY_CAUSE)
}

export function isEmptyFilter(filter: CardFilter): boolean {
  return filterKey({ ...filter, text: filter.text.trim() }) === filterKey(EMPTY_FILTER)
}

/** The same for filters that show the same cards. An object may have more fields than a filter. */
export function filterKey(filter: CardFilter): string {
  return JSON.stringify(filter, FILTER_FIELDS)
}
