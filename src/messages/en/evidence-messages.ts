import type { Attention } from '#model/card-evidence.ts'

/** On the card: a further column has a part of it. */
export function partlyInColumn(column: string): string {
  return `Partly in ${column}`
}

/** On the card. */
export function inColumnForDays(days: number): string {
  return `${days} days here`
}

/** On the card. */
export function withoutCommitForDays(days: number): string {
  return `Idle ${days} days`
}

/** What needs somebody's attention, by what the next move would do. */
export const ATTENTION: Readonly<Record<Attention, string>> = {
  conflicts: 'Would conflict',
  red: 'Checks red',
  changes: 'Changes requested',
  review: 'Needs review',
  draft: 'Draft',
  nopull: 'No pull request',
  unchecked: 'No check result',
  running: 'Checks running',
  unrelated: 'No common history',
  nothing: 'Nothing to merge',
  looking: 'Looking…',
}
