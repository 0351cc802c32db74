import { clockTime } from '#model/clock-time.ts'
import { LOCALE } from './page-messages.ts'

export const LAST_LOADED_VERSION = 'Showing the last loaded version.'
export const COULD_NOT_RELOAD_BOARD = 'Couldn’t load the board again.'
export const OFFLINE =
  'You’re offline. Showing the last loaded board; changes are disabled until you reconnect.'
export const KEY_NO_LONGER_ACCEPTED = 'The key is no longer accepted.'
export const KEY_NOT_ACCEPTED = 'The key was not accepted'
export const COULD_NOT_LOAD_BOARDS = 'Couldn’t load your boards'
export const COULD_NOT_LOAD_BOARD = 'Couldn’t load the board'

/** For a page that opens without a connection. `at` is in milliseconds since 1970. */
export function lastLoaded(at: number): string {
  const day = new Date(at).toLocaleDateString(LOCALE, { dateStyle: 'medium' })
  return `The board was last loaded on this device on ${day} at ${clockTime(at)}. Its cards aren’t kept here: you can see and change them again when the connection is back.`
}

/** When the service last read the repository, in milliseconds since 1970. */
export function asOfLastSync(at: number): string {
  return `As of ${dayAndTime(at)}.`
}

export function couldNotLoadLabels(reason: string): string {
  return `Couldn’t load the labels. ${reason}`
}

export const BOARD_ENTRIES = {
  one: 'card or column of this board',
  many: 'cards or columns of this board',
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

export const LABEL_ENTRIES = { one: 'label of this board', many: 'labels of this board' }
export const KEY_BOARD_ENTRIES = { one: 'board of this key', many: 'boards of this key' }

/** Today needs no day. */
function dayAndTime(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  const day = new Date(at).toLocaleDateString(LOCALE, { dateStyle: 'medium' })
  return isToday ? clockTime(at) : `${day} at ${clockTime(at)}`
}
