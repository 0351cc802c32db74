import type { Label } from '#contract/readers/read-label.ts'
import type { Attention, CardState } from '#model/card-evidence.ts'
import { ANY_CAUSE, NONE } from '#model/card-filter.ts'
import { groupedDigits } from '#model/grouped-digits.ts'
import type { RefusalCause } from '#model/refusal.ts'
import { unresolvedLabelName } from './card-messages.ts'
import { ATTENTION } from './evidence-messages.ts'

export function cardsOfTotal(visible: number, total: number): string {
  return `${groupedDigits(visible)} of ${countedCards(total)}`
}

export function boardLoaded(total: number): string {
  return `Board loaded. ${countedCards(total)}.`
}

export function countedCards(count: number): string {
  return `${groupedDigits(count)} ${count === 1 ? 'card' : 'cards'}`
}

export const NO_LABEL = 'No label'
export const UNASSIGNED = 'Unassigned'

/** The name of a person in a filter. */
export function assigneeName(name: string): string {
  return name === NONE ? UNASSIGNED : name
}

/** The name of a label in a filter. */
export function filteredLabelName(id: string, labels: readonly Label[]): string {
  if (id === NONE) return NO_LABEL
  return labels.find((label) => label.id === id)?.name ?? unresolvedLabelName(id, labels.length > 0)
}

const STATES: Readonly<Record<CardState | Attention, string>> = {
  ...ATTENTION,
  ready: 'Ready',
  refused: 'Move refused',
  untried: 'Move would be refused',
  partly: 'Partly in a further column',
  long: 'In its column for a week',
  stale: 'No commit for 30 days',
}

/** The name of a state in a filter. The URL can have others. */
export function stateName(state: string): string {
  return Object.hasOwn(STATES, state) ? STATES[state as CardState | Attention] : state
}

/** Not counted among those that can't move. */
export function waitingForChecks(count: number): string {
  return count === 1 ? '1 more waits for checks' : `${count} more wait for checks`
}

export const CANNOT_MOVE_BY_CAUSE = 'Cards that can’t move, by cause'

const CAUSES: Readonly<Record<RefusalCause, string>> = {
  checks: 'Checks are red',
  conflicts: 'Conflicts',
  nothing: 'Nothing to merge',
  remote: 'Refused by the remote',
  unrelated: 'No common history',
  other: 'Another reason',
}

/** The name of a cause in a filter. The URL can have others. */
export function causeName(cause: string): string {
  if (cause === ANY_CAUSE) return 'can’t move'
  return Object.hasOwn(CAUSES, cause) ? CAUSES[cause as RefusalCause] : cause
}

/** The name of a label that a card must not have. */
export function withoutLabelName(id: string, labels: readonly Label[]): string {
  return id === NONE ? ANY_LABEL : `not ${filteredLabelName(id, labels)}`
}

const ANY_LABEL = 'With a label'

/** What a button says that switches between cards with any and with all of several labels. */
export function anyOrAllLabels(count: number, isAll: boolean): string {
  return `${isAll ? 'All' : 'Any'} of ${count} labels`
}

export const ALL_CHOSEN_LABELS = 'All of the chosen labels'

export const FIND_A_FILTER = 'Find a filter'
export const WITHOUT_LABEL = 'Without label'
export const HIDE_CARDS_WITH_LABELS = 'Hide cards that have a label…'

export function noFilterMatches(text: string): string {
  return `No priority, person, or label matches “${text}”.`
}

export function removeFilter(name: string): string {
  return `Remove filter ${name}`
}

// The parts of a sentence that says which cards are visible: "Filter: “token”, bug or docs, high".

export const EITHER_LABEL = ' or '
export const EACH_LABEL = ' and '

export function quoted(text: string): string {
  return `“${text}”`
}

export function filterSentence(parts: readonly string[]): string {
  return `Filter: ${parts.join(', ')}`
}
