/** The cause of a refused promotion, as far as its reason shows it. */
export type RefusalCause = 'conflicts' | 'checks' | 'nothing-to-merge' | 'other'

/**
 * Derives the cause from a reason (spec section 3 names three); anything else is `other`. [gap G5]
 */
export function refusalCause(reason: string): RefusalCause {
  if (/conflict/i.test(reason)) return 'conflicts'
  if (/nothing.to.merge|no (new )?commits|up.to.date/i.test(reason)) return 'nothing-to-merge'
  const mentionsChecks = /\b(checks?|ci|pipelines?|red|fail(s|ed|ing|ure)?)\b|checks_red/i
  return mentionsChecks.test(reason) ? 'checks' : 'other'
}
