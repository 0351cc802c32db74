export const PRIORITY_NOT_STATED = 'Not stated'
export const NOBODY_ASSIGNED = 'Unassigned'

export const CARD_NOT_ON_BOARD =
  'This card isn’t on the board now: it may have moved, or belong to another project.'

/** Followed by the reason. */
export const LAST_PROMOTION_REFUSED = 'The last move was refused:'

export const BLOCKED_NOW = 'Blocked.'
export const FIND_OR_CREATE_A_LABEL = 'Find or create a label'
export const ADD_LABEL_TO_CARD = 'Add label'
export const CARD_NOT_ON_THIS_BOARD = 'Card not on this board'
export const SHOW_THE_BOARD = 'Show the board'
export const CHOOSE_ANOTHER_PROJECT = 'Choose another project'
export const PROJECT = 'Project'
export const CREATING = 'Creating…'
export const PREVIOUS_CARD = 'Previous card'
export const NEXT_CARD = 'Next card'
export const BRANCH = 'Branch'
export const COMMIT = 'Commit'
export const PULL_REQUEST = 'Pull request'
export const CHECKS = 'Checks'
export const NEXT_MOVE = 'Next move'

export function tryAgainMoveTo(column: string): string {
  return `Try again: move to ${column}`
}
