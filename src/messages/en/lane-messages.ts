import type { Grouping } from '#model/arrangement.ts'

/** What cards are grouped by, in a menu. */
export const GROUP_NAMES: Readonly<Record<Grouping, string>> = {
  none: 'Nothing',
  assignee: 'Assignee',
  priority: 'Priority',
  label: 'Label',
  project: 'Project',
}

/** The lane of the cards without a value. */
export const WITHOUT_VALUE: Readonly<Record<Grouping, string>> = {
  none: '',
  assignee: 'No assignee',
  priority: 'No priority',
  label: 'No label',
  project: 'No project',
}

/** Where a card with several values is. */
const FIRST_VALUE: Partial<Record<Grouping, string>> = {
  assignee: 'A card with several people is in the group of the first one.',
  label: 'A card with several labels is in the group of the first one.',
}

/** How the cards are grouped, after a change of that. */
export function groupingText(group: Grouping): string {
  if (group === 'none') return 'No groups.'
  const groups = `Grouped by ${GROUP_NAMES[group].toLowerCase()}.`
  return [groups, FIRST_VALUE[group]].filter(Boolean).join(' ')
}

/** Beside the name of a lane. */
export function laneCount(count: number): string {
  return count === 1 ? '1 card' : `${count} cards`
}

/** Below the other lanes. */
export function hiddenLanes(count: number): string {
  return count === 1
    ? 'The filter hides all cards of 1 more group.'
    : `The filter hides all cards of ${count} more groups.`
}

/** While a card is carried over a board with lanes. */
export const STAYS_IN_LANE = 'The card stays in its lane: a move changes only the column.'

export const COLLAPSE_ALL_GROUPS = 'Collapse all groups'
export const EXPAND_ALL_GROUPS = 'Expand all groups'

export const GROUP_BY = 'Group by'

export function groupBy(group: Grouping): string {
  return group === 'none' ? 'Don’t group' : `Group by ${GROUP_NAMES[group].toLowerCase()}`
}
