import type { Card } from '#contract/readers/read-card.ts'

export const CARD_WITHOUT_NUMBER = 'A card without a number'
export const UNREADABLE_CARD = 'A card this app could not read'
export const NO_TITLE = 'No title'
export const MOVING = 'Moving…'
export const SAVING = 'Saving…'
export const PRIORITY_NOT_STATED = 'Not stated'
export const NOBODY_ASSIGNED = 'Nobody'
export const COLUMN_WITHOUT_ID =
  'The service gave one of these columns no id, so the card can’t be moved.'
export const CARD_NOT_ON_BOARD =
  'This card isn’t on the board now: it may have moved, or belong to another project.'

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
  return `Priority: ${name}`
}

export function assignedTo(name: string): string {
  return `Assigned to ${name}`
}

/** Followed by the reason. */
export const LAST_PROMOTION_REFUSED = 'Its last promotion was refused:'

/** `isListLoaded`: whether the board's labels are known at all. [gap G6] */
export function unresolvedLabelName(labelId: string, isListLoaded: boolean): string {
  return isListLoaded ? `unknown label ${labelId}` : `label ${labelId}`
}
