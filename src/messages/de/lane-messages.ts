import type { Grouping } from '#model/arrangement.ts'

/** What cards are grouped by, in a menu. */
export const GROUP_NAMES: Readonly<Record<Grouping, string>> = {
  none: 'Nichts',
  assignee: 'Zuständigkeit',
  priority: 'Priorität',
  label: 'Label',
  project: 'Projekt',
}

/** The lane of the cards without a value. */
export const WITHOUT_VALUE: Readonly<Record<Grouping, string>> = {
  none: '',
  assignee: 'Nicht zugewiesen',
  priority: 'Keine Priorität',
  label: 'Kein Label',
  project: 'Kein Projekt',
}

/** Where a card with several values is. */
const FIRST_VALUE: Partial<Record<Grouping, string>> = {
  assignee: 'Eine Karte mit mehreren Personen ist in der Gruppe der ersten Person.',
  label: 'Eine Karte mit mehreren Labels ist in der Gruppe des ersten Labels.',
}

/** How the cards are grouped, after a change of that. */
export function groupingText(group: Grouping): string {
  if (group === 'none') return 'Keine Gruppen.'
  const groups = `Nach ${GROUP_NAMES[group]} gruppiert.`
  return [groups, FIRST_VALUE[group]].filter(Boolean).join(' ')
}

/** Beside the name of a lane. */
export function laneCount(count: number): string {
  return count === 1 ? '1 Karte' : `${count} Karten`
}

/** Below the other lanes. */
export function hiddenLanes(count: number): string {
  return count === 1
    ? 'Der Filter blendet alle Karten einer weiteren Gruppe aus.'
    : `Der Filter blendet alle Karten von ${count} weiteren Gruppen aus.`
}

/** While a card is carried over a board with lanes. */
export const STAYS_IN_LANE = 'Die Karte bleibt in ihrer Gruppe: Verschieben ändert nur die Spalte.'

export const COLLAPSE_ALL_GROUPS = 'Alle Gruppen einklappen'
export const EXPAND_ALL_GROUPS = 'Alle Gruppen ausklappen'

export const GROUP_BY = 'Gruppieren nach'

export function groupBy(group: Grouping): string {
  return group === 'none' ? 'Nicht gruppieren' : `Nach ${GROUP_NAMES[group]} gruppieren`
}
