import type { Label } from '#contract/readers/read-label.ts'
import type { CardState } from '#model/card-evidence.ts'
import { ANY_CAUSE, type CardFilter, NONE } from '#model/card-filter.ts'
import type { RefusalCause } from '#model/refusal.ts'
import { unresolvedLabelName } from './card-messages.ts'
import { ATTENTION } from './evidence-messages.ts'

export function cardsOfTotal(visible: number, total: number): string {
  return `${visible.toLocaleString('de-DE')} von ${countedCards(total)}`
}

export function boardLoaded(total: number): string {
  return `Board geladen. ${countedCards(total)}.`
}

export function countedCards(count: number): string {
  return `${count.toLocaleString('de-DE')} ${count === 1 ? 'Karte' : 'Karten'}`
}

export const NO_LABEL = 'Kein Label'
export const UNASSIGNED = 'Nicht zugewiesen'

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
  ready: 'Bereit',
  stale: 'Seit 30 Tagen ohne neuen Commit',
}

/** The name of a state in a filter. The URL can have others. */
export function stateName(state: string): string {
  return Object.hasOwn(STATES, state) ? STATES[state as CardState] : state
}

export const BLOCKED_BY_CAUSE = 'Blockierte Karten nach Grund'

const CAUSES: Readonly<Record<RefusalCause, string>> = {
  checks: 'Checks sind rot',
  conflicts: 'Konflikte',
  nothing: 'Nichts zu mergen',
  remote: 'Vom Remote abgelehnt',
  other: 'Anderer Grund',
}

/** The name of a cause in a filter. The URL can have others. */
export function causeName(cause: string): string {
  if (cause === ANY_CAUSE) return 'blockiert'
  return Object.hasOwn(CAUSES, cause) ? CAUSES[cause as RefusalCause] : cause
}

/** The name of a label that a card must not have. */
export function withoutLabelName(id: string, labels: readonly Label[]): string {
  return id === NONE ? ANY_LABEL : `ohne ${filteredLabelName(id, labels)}`
}

const ANY_LABEL = 'Mit Label'

/** What a button says that switches between cards with any and with all of several labels. */
export function anyOrAllLabels(count: number, isAll: boolean): string {
  if (count === 1) return '1 Label'
  return `${isAll ? 'Alle' : 'Eines von'} ${count} Labels`
}

export const ALL_CHOSEN_LABELS = 'Alle gewählten Labels'

/** What each field of a filter is in a sentence. */
const PARTS: Readonly<
  Record<keyof CardFilter, (filter: CardFilter, labels: readonly Label[]) => readonly string[]>
> = {
  text: ({ text }) => (text.trim() ? [`„${text.trim()}“`] : []),
  priorities: ({ priorities }) => priorities,
  assignees: ({ assignees }) => assignees.map(assigneeName),
  labelIds: ({ labelIds }, labels) => labelsText(labelIds, labels, ' oder '),
  allLabelIds: ({ allLabelIds }, labels) => labelsText(allLabelIds, labels, ' und '),
  withoutLabelIds: ({ withoutLabelIds }, labels) =>
    withoutLabelIds.map((id) => withoutLabelName(id, labels)),
  states: ({ states }) => states.map(stateName),
  blocked: ({ blocked }) => blocked.map(causeName),
}

/** "Filter: „token“, high, blockiert" */
export function filterText(filter: CardFilter, labels: readonly Label[]): string {
  const parts = Object.values(PARTS).flatMap((partsOf) => partsOf(filter, labels))
  return `Filter: ${parts.join(', ')}`
}

/** One part of a sentence; none without labels. */
function labelsText(ids: readonly string[], labels: readonly Label[], word: string): string[] {
  const names = ids.map((id) => filteredLabelName(id, labels))
  return names.length > 0 ? [names.join(word)] : []
}

export const FIND_A_FILTER = 'Filter suchen'
export const VISIBLE_CARDS = 'Sichtbare Karten'
export const WITHOUT_LABEL = 'Ohne Label'

export function noFilterMatches(text: string): string {
  return `Keine Priorität, keine Person und kein Label passt zu „${text}“.`
}

export function removeFilter(name: string): string {
  return `Filter entfernen: ${name}`
}
