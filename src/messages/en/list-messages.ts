/** The name of the table. */
export const ALL_CARDS = 'Cards'

export const NUMBER = 'Number'
export const TITLE = 'Title'
export const COLUMN = 'Column'
export const PRIORITY = 'Priority'
export const ASSIGNEE = 'Assignee'
export const LABELS = 'Labels'
export const ACTIONS = 'Actions'
