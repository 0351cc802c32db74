export const PRIORITY_NOT_STATED = 'Not stated'
export const NOBODY_ASSIGNED = 'Unassigned'

export const CARD_NOT_ON_BOARD =
  'This card isn’t on the board now: it may have moved, or belong to another project.'

/** Followed by the reason. */
export const LAST_PROMOTION_REFUSED = 'The last move was refused:'
