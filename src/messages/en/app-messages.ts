import { LOCALE } from './page-messages.ts'
export function keyRemovedInOtherTab(name: string, tail: string): string {
  return `Key ${name} …${tail} was removed in another tab.`
}

export function unrecognizedItems(count: number): string {
  const items = count === 1 ? '1 item' : `${count} items`
  return `The service sent ${items} that this app doesn’t recognize.`
}

/**
 * `end` is the date on which the version ends; undefined when the service doesn't report it.
 * [gap G24]
 */
export function deprecated(end: Date | undefined): string {
  const date = end?.toLocaleDateString(LOCALE, { dateStyle: 'long', timeZone: 'UTC' })
  const when = date === undefined ? 'will end' : `will end on ${date}`
  return `The board service reports that this version of its interface ${when}. Tell its administrator.`
}

export const NEW_VERSION = 'A new version of Trunkline is ready.'

export const SYSTEM_THEME = 'System theme'
export const LIGHT_THEME = 'Light theme'
export const DARK_THEME = 'Dark theme'
export const FIND = 'Find…'
export const SINGLE_KEY_SHORTCUTS = 'Single-key shortcuts'
