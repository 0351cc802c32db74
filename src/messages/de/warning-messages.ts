import { clockTime } from '#model/clock-time.ts'
import { LOCALE } from './page-messages.ts'

export const LAST_LOADED_VERSION = 'Angezeigt wird der zuletzt geladene Stand.'
export const COULD_NOT_RELOAD_BOARD = 'Das Board konnte nicht neu geladen werden.'
export const OFFLINE =
  'Du bist offline. Angezeigt wird das zuletzt geladene Board; Änderungen sind erst wieder möglich, wenn die Verbindung zurück ist.'
export const KEY_NO_LONGER_ACCEPTED = 'Der Schlüssel wird nicht mehr akzeptiert.'
export const KEY_NOT_ACCEPTED = 'Der Schlüssel wurde nicht akzeptiert'
export const COULD_NOT_LOAD_BOARDS = 'Deine Boards konnten nicht geladen werden'
export const COULD_NOT_LOAD_BOARD = 'Das Board konnte nicht geladen werden'

/** For a page that opens without a connection. `at` is in milliseconds since 1970. */
export function lastLoaded(at: number): string {
  const day = new Date(at).toLocaleDateString(LOCALE, { dateStyle: 'medium' })
  return `Das Board wurde auf diesem Gerät zuletzt am ${day} um ${clockTime(at)} geladen. Die Karten werden hier nicht aufbewahrt: Sie lassen sich wieder ansehen und ändern, wenn die Verbindung zurück ist.`
}

/** When the service last read the repository, in milliseconds since 1970. */
export function asOfLastSync(at: number): string {
  return `Stand: ${dayAndTime(at)}.`
}

export function couldNotLoadLabels(reason: string): string {
  return `Die Labels konnten nicht geladen werden. ${reason}`
}

export const BOARD_ENTRIES = {
  one: 'Karte oder Spalte dieses Boards',
  many: 'Karten oder Spalten dieses Boards',
}

/**
 * For a list that misses entries. Undefined when it is complete.
 * [gap G19]
 */
export function missingEntries(
  names: { one: string; many: string },
  list: { unreadableCount: number; hasNextPage: boolean },
): string | undefined {
  const sentences: string[] = []
  if (list.unreadableCount > 0) {
    const isOne = list.unreadableCount === 1
    const name = isOne ? names.one : names.many
    const could = isOne ? 'konnte' : 'konnten'
    sentences.push(`${list.unreadableCount} ${name} ${could} nicht gelesen werden.`)
  }
  if (list.hasNextPage) {
    sentences.push('Der Dienst meldet weitere Seiten, die Liste ist also vielleicht unvollständig.')
  }
  return sentences.length > 0 ? sentences.join(' ') : undefined
}

export const LABEL_ENTRIES = { one: 'Label dieses Boards', many: 'Labels dieses Boards' }
export const KEY_BOARD_ENTRIES = {
  one: 'Board dieses Schlüssels',
  many: 'Boards dieses Schlüssels',
}

/** Today needs no day. */
function dayAndTime(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  const day = new Date(at).toLocaleDateString(LOCALE, { dateStyle: 'medium' })
  return isToday ? clockTime(at) : `${day}, ${clockTime(at)}`
}
