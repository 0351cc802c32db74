/** The name of the table. */
export const ALL_CARDS = 'Karten'

export const NUMBER = 'Nummer'
export const TITLE = 'Titel'
export const COLUMN = 'Spalte'
export const PRIORITY = 'Priorität'
export const ASSIGNEE = 'Zuständig'
export const LABELS = 'Labels'
export const ACTIONS = 'Aktionen'
