/** The name of the table. */
export const ALL_CARDS = 'Karten'

export const NUMBER = 'Nummer'
export const TITLE = 'Titel'
export const COLUMN = 'Spalte'
export const PRIORITY = 'Priorität'
export const ASSIGNEE = 'Zuständig'
export const LABELS = 'Labels'
export const TIME_IN_COLUMN = 'In der Spalte'
export const ACTIONS = 'Aktionen'

/** How long a card has been in its column. */
export function forDays(days: number): string {
  if (days === 0) return 'Unter 1 Tag'
  return days === 1 ? '1 Tag' : `${days} Tage`
}
