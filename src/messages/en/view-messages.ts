import type { Arrangement, Density, Layout, OptionalField, SortOrder } from '#model/arrangement.ts'
import { groupedDigits } from '#model/grouped-digits.ts'
import { groupingText } from './lane-messages.ts'

/** What cards are sorted by, in a menu and in a sentence. */
export const SORT_NAMES: Readonly<Record<SortOrder, string>> = {
  service: 'Board order',
  priority: 'Priority',
  number: 'Number',
  title: 'Title',
  assignee: 'Assignee',
  entered: 'Time in column',
  committed: 'Oldest commit',
}

/** Begins a group of choices: a board, or a list. */
export const SHOW_AS = 'Show as'

export const LAYOUT_NAMES: Readonly<Record<Layout, string>> = { board: 'Board', list: 'List' }

export function showAs(layout: Layout): string {
  return `Show as ${LAYOUT_NAMES[layout].toLowerCase()}`
}

export function yourSorting(order: SortOrder): string {
  return `Your sorting, not the board’s order: ${SORT_NAMES[order].toLowerCase()}.`
}

export function hiddenColumns(count: number): string {
  return `${count} ${count === 1 ? 'column is' : 'columns are'} hidden.`
}

/** A sentence for each part of how the cards are arranged. */
export function arrangementTexts(
  arrangement: Arrangement,
  hiddenCount: number,
): Readonly<Record<keyof Arrangement, string>> {
  const { layout, group, sort } = arrangement
  return {
    layout: `${LAYOUT_NAMES[layout]}.`,
    group: groupingText(group),
    sort: sort === 'service' ? SERVICE_ORDER : yourSorting(sort),
    hiddenColumns: hiddenCount > 0 ? hiddenColumns(hiddenCount) : NO_HIDDEN_COLUMNS,
    collapsedColumns: collapsedText(arrangement.collapsedColumns.length),
    collapsedLanes: collapsedLanesText(arrangement.collapsedLanes.length),
    olderCards:
      arrangement.olderCards === 'shown' ? 'Older cards are shown.' : 'Older cards are folded.',
    density: `${DENSITY_NAMES[arrangement.density]} cards.`,
    omittedFields: omittedText(arrangement.omittedFields),
  }
}

const NO_HIDDEN_COLUMNS = 'All columns are visible.'

function collapsedText(count: number): string {
  if (count === 0) return 'No column is collapsed.'
  return `${count} ${count === 1 ? 'column is' : 'columns are'} collapsed.`
}

function collapsedLanesText(count: number): string {
  if (count === 0) return 'No group is collapsed.'
  return `${count} ${count === 1 ? 'group is' : 'groups are'} collapsed.`
}

export const DENSITY = 'Density'

export const DENSITY_NAMES: Readonly<Record<Density, string>> = {
  comfortable: 'Comfortable',
  compact: 'Compact',
}

/** Begins a group of choices: what is on a card besides its title. */
export const ON_CARDS = 'On cards'

export const FIELD_NAMES: Readonly<Record<OptionalField, string>> = {
  priority: 'Priority',
  labels: 'Labels',
  assignee: 'Assignee',
}

function omittedText(fields: readonly OptionalField[]): string {
  if (fields.length === 0) return 'Cards show all fields.'
  return `Cards are without ${fields.map((field) => FIELD_NAMES[field].toLowerCase()).join(', ')}.`
}

export function cardsInDensity(density: Density): string {
  return `${DENSITY_NAMES[density]} cards`
}

const SERVICE_ORDER = 'The cards are in the board’s order.'

/** On the button at the end of a column, and in the palette. */
export function showOlderCards(count: number): string {
  return count === 1 ? 'Show 1 older card' : `Show ${groupedDigits(count)} older cards`
}

export function hideOlderCards(count: number): string {
  return count === 1 ? 'Hide 1 older card' : `Hide ${groupedDigits(count)} older cards`
}

/** Below the button: what makes a card an older one. */
export function withoutCommitFor(days: number): string {
  return days === 1 ? 'No commit for a day' : `No commit for ${groupedDigits(days)} days`
}

export const SAVED_VIEWS = 'Saved views'
export const SAVED_VIEWS_HINT =
  'A view is the filter and the arrangement of the screen: board or list, groups, sorting, columns, and what cards show. The board opens with the default one. Views stay on this device.'
export const SAVE_VIEW = 'Save view'
export const SAVE_THIS_VIEW = 'Save view…'
export const COPY_VIEW_LINK = 'Copy link of this view'
export const REPLACE_VIEW = 'Replace view'
export const VIEW_NAME_REQUIRED = 'Enter a name for the view.'

export function viewSaved(name: string): string {
  return `Saved the view ${name}.`
}

export const DEFAULT_VIEW = 'Default'

export function defaultViewLabel(name: string): string {
  return `Default: open the board with ${name}`
}

export function deleteViewLabel(name: string): string {
  return `Delete ${name}`
}

export function sortBy(order: SortOrder): string {
  return order === 'service' ? USE_SERVICE_ORDER : `Sort by ${SORT_NAMES[order].toLowerCase()}`
}

export const USE_SERVICE_ORDER = 'Use the board’s order'
export const EXPAND_ALL = 'Expand all columns'
export const SHOW_ALL_COLUMNS = 'Show all columns'

export function showOrHideField(field: OptionalField, isOmitted: boolean): string {
  return `${isOmitted ? 'Show' : 'Hide'} ${FIELD_NAMES[field].toLowerCase()} on cards`
}

export const DELETE = 'Delete'
