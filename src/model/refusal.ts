/** The class of a refusal, read out of the service's own words. */
export type RefusalCause = 'conflicts' | 'checks' | 'nothing-to-merge' | 'other'

/** Reads the cause out of a reason (spec section 3 names three); anything else is `other`. [gap G5] */
export function refusalCause(reason: string): RefusalCause {
  if (/conflict/i.test(reason)) return 'conflicts'
  if (/nothing.to.merge|no (new )?commits|up.to.date/i.test(reason)) return 'nothing-to-merge'
  if (/\b(checks?|ci|pipelines?|red|fail(s|ed|ing|ure)?)\b|checks_red/i.test(reason)) return 'checks'
  return 'other'
}

/** What a person can do next; undefined for `other`, because advice that is guessed is worse than none. */
export function nextStep(cause: RefusalCause): string | undefined {
  switch (cause) {
    case 'conflicts':
      return 'Merge or rebase the target branch, resolve the conflicts, push, and move the card again.'
    case 'checks':
      return 'Open the failed checks, fix them, push, and move the card again once they are green.'
    case 'nothing-to-merge':
      return 'Push the commits this card is about, or leave the card where it is: the next stage already has them.'
    case 'other':
      return undefined
  }
}

/** The reason as it stands on a card. */
export function blockedText(reason: string): string {
  return reason || 'The service gave no reason.'
}
