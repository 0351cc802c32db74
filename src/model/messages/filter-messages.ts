import type { Label } from '#contract/readers/read-label.ts'
import type { CardState } from '../card-evidence.ts'
import { ANY_CAUSE, type CardFilter, NONE } from '../card-filter.ts'
import type { RefusalCause } from '../refusal.ts'
import { unresolvedLabelName } from './card-messages.ts'
import { ATTENTION } from './evidence-messages.ts'

export function cardsOfTotal(visible: number, total: number): string {
  return `${visible.toLocaleString('en-US')} of ${countedCards(total)}`
}

export function boardLoaded(total: number): string {
  return `Board loaded. ${countedCards(total)}.`
}

export function countedCards(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'card' : 'cards'}`
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
  return labels.find((label) => label.id === id)?.name ?? unresolvedLabelName(id, true)
}

const STATES: Readonly<Record<CardState, string>> = {
  ...ATTENTION,
  ready: 'Ready',
  stale: 'No commit for 30 days',
}

/** The name of a state in a filter. The URL can have others. */
export function stateName(state: string): string {
  return Object.hasOwn(STATES, state) ? STATES[state as CardState] : state
}

export const BLOCKED_BY_CAUSE = 'Blocked cards by cause'

const CAUSES: Readonly<Record<RefusalCause, string>> = {
  checks: 'Checks are red',
  conflicts: 'Conflicts',
  nothing: 'Nothing to merge',
  remote: 'Refused by the remote',
  other: 'Another reason',
}

/** The name of a cause in a filter. The URL can have others. */
export function causeName(cause: string): string {
  if (cause === ANY_CAUSE) return 'blocked'
  return Object.hasOwn(CAUSES, cause) ? CAUSES[cause as RefusalCause] : cause
}

/** What each field of a filter is in a sentence. `labelNames` are in the order of its ids. */
const PARTS: Readonly<
  Record<keyof CardFilter, (filter: CardFilter, labelNames: readonly string[]) => readonly string[]>
> = {
  text: ({ text }) => (text.trim() ? [`“${text.trim()}”`] : []),
  priorities: ({ priorities }) => priorities,
  assignees: ({ assignees }) => assignees.map(assigneeName),
  labelIds: (_, labelNames) => labelNames,
  states: ({ states }) => states.map(stateName),
  blocked: ({ blocked }) => blocked.map(causeName),
}

/** "Filter: “token”, high, blocked" */
export function filterText(filter: CardFilter, labelNames: readonly string[]): string {
  const parts = Object.values(PARTS).flatMap((partsOf) => partsOf(filter, labelNames))
  return `Filter: ${parts.join(', ')}`
}
