import type { Label } from '#contract/readers/read-label.ts'
import type { Attention, CardState } from '#model/card-evidence.ts'
import { ANY_CAUSE, NONE } from '#model/card-filter.ts'
import { groupedDigits } from '#model/grouped-digits.ts'
import type { RefusalCause } from '#model/refusal.ts'
import { unresolvedLabelName } from './card-messages.ts'
import { ATTENTION } from './evidence-messages.ts'

export function cardsOfTotal(visible: number, total: number): string {
  return `${groupedDigits(visible)} von ${countedCards(total)}`
}

export function boardLoaded(total: number): string {
  return `Board geladen. ${countedCards(total)}.`
}

export function countedCards(count: number): string {
  return `${groupedDigits(count)} ${count === 1 ? 'Karte' : 'Karten'}`
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
  return labels.find((label) => label.id === id)?.name ?? unresolvedLabelName(id, labels.length > 0)
}

const STATES: Readonly<Record<CardState | Attention, string>> = {
  ...ATTENTION,
  ready: 'Bereit',
  refused: 'Verschieben abgelehnt',
  untried: 'Verschieben würde abgelehnt',
  partly: 'Teilweise in einer späteren Spalte',
  long: 'Seit einer Woche in ihrer Spalte',
  stale: 'Seit 30 Tagen ohne neuen Commit',
}

/** The name of a state in a filter. The URL can have others. */
export function stateName(state: string): string {
  return Object.hasOwn(STATES, state) ? STATES[state as CardState | Attention] : state
}

/** Not counted among those that can't move. */
export function waitingForChecks(count: number): string {
  return count === 1 ? '1 weitere wartet auf Checks' : `${count} weitere warten auf Checks`
}

export const CANNOT_MOVE_BY_CAUSE = 'Karten, die feststecken, nach Grund'

const CAUSES: Readonly<Record<RefusalCause, string>> = {
  checks: 'Checks sind rot',
  conflicts: 'Konflikte',
  nothing: 'Nichts zu mergen',
  remote: 'Vom Remote abgelehnt',
  unrelated: 'Keine gemeinsame Historie',
  other: 'Anderer Grund',
}

/** The name of a cause in a filter. The URL can have others. */
export function causeName(cause: string): string {
  if (cause === ANY_CAUSE) return 'steckt fest'
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

export const FIND_A_FILTER = 'Filter suchen'
export const WITHOUT_LABEL = 'Ohne Label'
export const HIDE_CARDS_WITH_LABELS = 'Karten mit einem Label ausblenden…'

export function noFilterMatches(text: string): string {
  return `Keine Priorität, keine Person und kein Label passt zu „${text}“.`
}

export function removeFilter(name: string): string {
  return `Filter entfernen: ${name}`
}

// The parts of a sentence that says which cards are visible: "Filter: “token”, bug or docs, high".

export const EITHER_LABEL = ' oder '
export const EACH_LABEL = ' und '

export function quoted(text: string): string {
  return `„${text}“`
}

export function filterSentence(parts: readonly string[]): string {
  return `Filter: ${parts.join(', ')}`
}
