import { LOCALE } from './page-messages.ts'
export function keyRemovedInOtherTab(name: string, tail: string): string {
  return `Schlüssel ${name} …${tail} wurde in einem anderen Tab entfernt.`
}

export function unrecognizedItems(count: number): string {
  const items = count === 1 ? '1 Eintrag' : `${count} Einträge`
  return `Der Dienst hat ${items} gesendet, ${count === 1 ? 'den' : 'die'} diese App nicht kennt.`
}

/**
 * `end` is the date on which the version ends; undefined when the service doesn't report it.
 * [gap G24]
 */
export function deprecated(end: Date | undefined): string {
  const date = end?.toLocaleDateString(LOCALE, { dateStyle: 'long', timeZone: 'UTC' })
  const when = date === undefined ? 'eingestellt wird' : `am ${date} eingestellt wird`
  return `Der Board-Dienst meldet, dass diese Version seiner Schnittstelle ${when}. Gib seiner Administration Bescheid.`
}

export const NEW_VERSION = 'Eine neue Version von Trunkline ist bereit.'

export const SYSTEM_THEME = 'Systemdesign'
export const LIGHT_THEME = 'Helles Design'
export const DARK_THEME = 'Dunkles Design'
export const FIND = 'Suchen…'
export const SINGLE_KEY_SHORTCUTS = 'Einzeltasten-Kürzel'
