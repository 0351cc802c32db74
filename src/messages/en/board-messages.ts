export const LOADING_BOARD = 'Loading board'
export const LOADING_BOARDS = 'Loading your boards…'
export const NO_MATCHING_CARDS = 'No matching cards'
export const NO_CARDS_IN_COLUMN = 'No cards'

export function moreCards(count: number, isPrinted: boolean): string {
  return isPrinted ? `${count} more not printed` : 'More cards follow. The arrow keys lead to them.'
}

/** The same for rows with several cards each. */
export function moreRows(count: number, isPrinted: boolean): string {
  return isPrinted
    ? `${count} more rows not printed`
    : 'More cards follow. The arrow keys lead to them.'
}

const CANNOT_DROP_HERE = 'Can’t drop here'
const NO_REQUIRED_ROLE = 'Role not stated'

export function requiredRole(role: string): string {
  return role ? `Role: ${role}` : NO_REQUIRED_ROLE
}

export function needsRoleBadge(role: string): string {
  return role ? `Needs ${role}` : CANNOT_DROP_HERE
}

export function cardsShown(visible: number, total: number): string {
  return visible === total ? String(total) : `${visible} of ${total}`
}

export function stoppedCards(count: number): string {
  return count === 1 ? '1 card can’t move' : `${count} cards can’t move`
}

export const HINT = 'Hint'
export const NAME_THIS_BOARD = 'Name this board…'
export const NOT_NOW = 'Not now'
export const GOT_IT = 'Got it'
export const DISMISS_ALL_HINTS = 'Dismiss all hints'
export const SWITCH_BOARD = 'Switch board'
export const CHOOSE_A_PROJECT = 'Choose a project'
export const OPEN_THE_BOARD = 'Open the board'
export const ANOTHER_PROJECT = 'Another project…'
export const PROJECT_ID = 'Project id'
export const OPEN_PROJECT = 'Open project'

export function actionsFor(card: string): string {
  return `Actions for ${card}`
}

export function cardsIn(column: string): string {
  return `Cards in ${column}`
}

/** In the header, when the board was last loaded. */
export function loadedAtTime(time: string): string {
  return `as of ${time}`
}
