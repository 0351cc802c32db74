export const LOADING_BOARD = 'Loading board'
export const LOADING_BOARDS = 'Loading your boards…'
export const COULD_NOT_LOAD_BOARD = 'Couldn’t load the board'
export const COULD_NOT_LOAD_BOARDS = 'Couldn’t load your boards'
export const LAST_LOADED_VERSION = 'Showing the last loaded version.'
export const COULD_NOT_RELOAD_BOARD = 'Couldn’t load the board again.'
export const OFFLINE =
  'You’re offline. Showing the last loaded board; changes are disabled until you reconnect.'
export const OFFLINE_REASON = 'You’re offline, so you can view the board but not change it.'
export const NO_COLUMNS = 'This board has no columns yet.'
export const NO_CARDS = 'No cards on this board yet.'
export const NO_MATCHING_CARDS = 'No matching cards'
export const NO_CARDS_IN_COLUMN = 'No cards'
export const CANNOT_DROP_HERE = 'Can’t drop here'
export const MOVE_CANCELED = 'Move canceled.'
export const MOVE_CANCELED_OUTSIDE = 'Move canceled: not dropped on a column.'
export const READ_ONLY = 'Read only.'
export const CARD_NOT_FOUND = 'This card is no longer on the board.'
export const NO_REQUIRED_ROLE = 'Role not stated'

export function roleCannotMove(role: string): string {
  return `Your role (${role}) can’t move cards on this board. Each column shows the role that it needs.`
}

export function pickedUp(card: string, column: string, disabledColumns: readonly string[]): string {
  const start = `Picked up ${card} from ${column}.`
  if (disabledColumns.length === 0) return start
  return `${start} You can’t move it to: ${disabledColumns.join(', ')}.`
}

export function cannotMove(card: string, reason: string): string {
  return `${card} can’t be moved. ${reason}`
}

export function moveTo(column: string): string {
  return `Move to ${column}`
}

export function hiddenByFilter(card: string): string {
  return `${card} is now hidden by the filter.`
}

export function requiredRole(role: string): string {
  return role ? `Role: ${role}` : NO_REQUIRED_ROLE
}

export function needsRole(role: string): string {
  return role ? `Needs ${role}` : CANNOT_DROP_HERE
}

export function cardsShown(visible: number, total: number): string {
  return visible === total ? String(total) : `${visible} of ${total}`
}

/**
 * For a list that misses entries: "2 labels couldn't be read." Undefined when it is complete.
 * [gap G19]
 */
export function missingEntries(
  names: { one: string; many: string },
  list: { unreadableCount: number; hasNextPage: boolean },
): string | undefined {
  const sentences: string[] = []
  if (list.unreadableCount > 0) {
    const name = list.unreadableCount === 1 ? names.one : names.many
    sentences.push(`Couldn’t read ${list.unreadableCount} ${name}.`)
  }
  if (list.hasNextPage) {
    sentences.push('The service reports more pages, so the list may be incomplete.')
  }
  return sentences.length > 0 ? sentences.join(' ') : undefined
}

export const LAST_COLUMN = 'This is the last column.'
export const FIRST_COLUMN = 'This is the first column.'

export function couldNotLoadLabels(reason: string): string {
  return `Couldn’t load the labels. ${reason}`
}

export const KEY_NOT_ACCEPTED = 'The key was not accepted'

export const KEY_NO_LONGER_ACCEPTED = 'The key is no longer accepted.'

export const NOTHING_TO_UNDO = 'There’s no move to undo.'

export function confirmIrreversibleMove(warning: string, card: string): string {
  return `${warning} Press the key again to move ${card}.`
}

export function switchToKey(keyName: string): string {
  return `Switch to ${keyName}`
}
