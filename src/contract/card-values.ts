/**
 * Reasons for which our service refuses a promotion: those of spec section 3, and those that only
 * our service has. Other services may have others. [gap G5]
 */
export const REFUSAL_CODES = [
  'conflicts',
  'checks_red',
  'nothing_to_merge',
  'remote_refused',
  'no_common_history',
] as const

export type RefusalCode = (typeof REFUSAL_CODES)[number]

/** Priorities of our service, the most urgent first. Other services may have others. [gap G17] */
export const PRIORITIES = ['urgent', 'high', 'medium', 'low'] as const

export type Priority = (typeof PRIORITIES)[number]

/** Why a card is in its column: nothing has it, a stage has its commits, or only its changes. */
export const PLACED_BY = ['work', 'ancestry', 'content'] as const

export type PlacedBy = (typeof PLACED_BY)[number]

export const CHECK_STATES = ['success', 'failure', 'pending'] as const

export type CheckState = (typeof CHECK_STATES)[number]

/** What a move into the next column would do. */
export const MOVE_RESULTS = [
  'clean',
  'conflicts',
  'checks_red',
  'checks_pending',
  'nothing_to_merge',
  'no_common_history',
] as const

export type MoveResult = (typeof MOVE_RESULTS)[number]
