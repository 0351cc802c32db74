import type { Card } from '#contract/readers/read-card.ts'

export const CARD_WITHOUT_NUMBER = 'A card without a number'
export const NO_TITLE = 'No title'
export const MOVING = 'Moving…'
const SAVING = 'Saving…'

/** What happens to a card at the moment; undefined when nothing does. */
export function pendingMessage(isMoving: boolean, isSaving: boolean): string | undefined {
  if (isMoving) return MOVING
  return isSaving ? SAVING : undefined
}

/** Begins the name of a button: "Filter by backend". */
export const FILTER_BY = 'Filter by'

/** Why this app can't change a card; undefined when it can. [gap G23] */
export function lockedMessage(card: Pick<Card, 'lockedReason' | 'number'>): string | undefined {
  switch (card.lockedReason) {
    case 'duplicate-number':
      return `Two cards have number ${card.number}, so neither can be changed here.`
    case 'no-number':
      return 'This card has no number, so it can’t be changed here.'
    case 'unreadable':
      return 'We couldn’t read the service’s data for this card.'
    default:
      return undefined
  }
}

export function blockedReasonText(reason: string): string {
  return reason || 'The service gave no reason.'
}

export function priority(name: string): string {
  return `${name} priority`
}

export function assignedTo(name: string): string {
  return `Assigned to ${name}`
}

/** `isListLoaded`: whether the board's labels are known at all. [gap G6] */
export function unresolvedLabelName(labelId: string, isListLoaded: boolean): string {
  return isListLoaded ? `unknown label ${labelId}` : `label ${labelId}`
}

/** On the card, beside its own number. */
export function pullNumber(number: number): string {
  return `PR ${number}`
}

export function pullRequest(number: number): string {
  return `Pull request ${number}`
}
