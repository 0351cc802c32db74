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
