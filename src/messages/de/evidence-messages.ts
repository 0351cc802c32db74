import type { Attention } from '#model/card-evidence.ts'

/** On the card: a further column has a part of it. */
export function partlyInColumn(column: string): string {
  return `Teilweise in ${column}`
}

/** On the card. */
export function inColumnForDays(days: number): string {
  return `seit ${days} Tagen hier`
}

/** On the card. */
export function withoutCommitForDays(days: number): string {
  return `${days} Tage ohne Commit`
}

/** What needs somebody's attention, by what the next move would do. */
export const ATTENTION: Readonly<Record<Attention, string>> = {
  conflicts: 'Konflikte erwartet',
  red: 'Checks rot',
  changes: 'Änderungen gewünscht',
  review: 'Review fehlt',
  draft: 'Entwurf',
  nopull: 'Kein Pull Request',
  unchecked: 'Kein Check-Ergebnis',
  running: 'Checks laufen',
  looking: 'Wird gesucht …',
  unrelated: 'Keine gemeinsame Historie',
  nothing: 'Nichts zu mergen',
}
