import { REFUSAL_CODES, type RefusalCode } from '#contract/card-values.ts'
import type { Blocked } from '#contract/readers/read-card.ts'

/** The causes of a refused promotion, as far as a service shows them. The URL has these names. */
export const REFUSAL_CAUSES = [
  'checks',
  'conflicts',
  'nothing',
  'remote',
  'unrelated',
  'other',
] as const
export type RefusalCause = (typeof REFUSAL_CAUSES)[number]

const CAUSES: Readonly<Record<RefusalCode, RefusalCause>> = {
  conflicts: 'conflicts',
  checks_red: 'checks',
  nothing_to_merge: 'nothing',
  remote_refused: 'remote',
  no_common_history: 'unrelated',
}

/**
 * The service's code decides, also one that this app doesn't know: then a guess from the text of
 * the reason could only mislead. Without a code, the text is all there is. [gap G5]
 */
export function refusalCause({ code, reason }: Blocked): RefusalCause {
  if (code === undefined) return causeFromReason(reason)
  const known = REFUSAL_CODES.find((candidate) => candidate === code)
  return known ? CAUSES[known] : 'other'
}

/** Spec section 3 names three causes; anything else is `other`. */
function causeFromReason(reason: string): RefusalCause {
  if (/conflict/i.test(reason)) return 'conflicts'
  if (/nothing.to.merge|no (new )?commits|up.to.date/i.test(reason)) return 'nothing'
  const mentionsChecks = /\b(checks?|ci|pipelines?|red|fail(s|ed|ing|ure)?)\b|checks_red/i
  return mentionsChecks.test(reason) ? 'checks' : 'other'
}
