import { countedCards } from './filter-messages.ts'

export const OFFLINE_REASON = 'You’re offline, so you can view the board but not change it.'
export const MOVE_CANCELED_OUTSIDE = 'Move canceled: not dropped on a column.'
export const MOVE_CANCELED = 'Move canceled.'
export const CARD_NOT_FOUND = 'This card is no longer on the board.'
export const LAST_COLUMN = 'This is the last column.'
export const FIRST_COLUMN = 'This is the first column.'
export const NOTHING_TO_UNDO = 'There’s nothing to undo.'
export const UNDO_FOLLOWS = 'The last change isn’t confirmed yet. It will be undone once it is.'
export const UNDO_DROPPED = 'The last change was not undone.'

export function pickedUp(card: string, column: string, disabledColumns: readonly string[]): string {
  const start = `Picked up ${card} from ${column}.`
  if (disabledColumns.length === 0) return start
  return `${start} You can’t move it to: ${disabledColumns.join(', ')}.`
}

export function pickedUpCards(count: number, disabledColumns: readonly string[]): string {
  const start = `Picked up ${countedCards(count)}.`
  if (disabledColumns.length === 0) return start
  return `${start} You can’t move them to: ${disabledColumns.join(', ')}.`
}

export function cannotMove(card: string, reason: string): string {
  return `${card} can’t be moved. ${reason}`
}

export const LANDS_AT_END = 'Lands here, at the end'
export const LANDS_BY_SORTING = 'Lands where your sorting puts it'
/** Of a board whose service orders the cards itself. */
export const LANDS_IN_ORDER = 'Lands in the order of the board'
export const LANDS_NOWHERE = 'Would be refused'

export function moveTo(column: string): string {
  return `Move to ${column}`
}

export function hiddenByFilter(card: string): string {
  return `${card} is now hidden by the filter.`
}

export function inHiddenColumn(card: string, column: string): string {
  return `${card} is now in ${column}, which is hidden.`
}

export function inCollapsedColumn(card: string, column: string): string {
  return `${card} is now in ${column}, which is collapsed.`
}

export function inCollapsedGroup(card: string): string {
  return `${card} is in a group that is collapsed.`
}

export function confirmIrreversibleMove(warning: string, card: string): string {
  return `${warning} To move ${card}, press the same key again.`
}

export const COPIED_COMMANDS = 'Commands copied.'
export const COPIED_LINK = 'Link copied.'
export const COPIED_BRANCH = 'Branch copied.'
export const COPIED_NUMBER = 'Number copied.'

export function couldNotCopy(text: string): string {
  return `The browser didn’t allow copying. Copy this: ${text}`
}

export function withOtherKey(reason: string, keyName: string | undefined): string {
  return keyName === undefined ? reason : `${reason} Your key ${keyName} can do this.`
}

/** Of a column that a card passes or leaves. */
export function changesToo(column: string, reason: string): string {
  return `This move also changes ${column}. ${reason}`
}

export function irreversibleMove(from: string, to: string): string {
  return `You can move this to ${to}, but not back to ${from}.`
}

export const MOVE_WITHOUT_COLUMN_ID =
  'The service gave one of these columns no id, so the card can’t be moved.'
