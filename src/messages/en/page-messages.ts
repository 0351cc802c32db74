import type { Language } from '#model/languages.ts'

export const LANGUAGE: Language = 'en'

/** Of its writing. */
export const DIRECTION: 'ltr' | 'rtl' = 'ltr'

/** For numbers, dates, and times. */
export const LOCALE = 'en-US'

/** Between groups of three digits. */
export const DIGIT_SEPARATOR = ','

/** The language of a service's sentences, if it isn't the page's. [gap G28] */
export const SERVICE_LANGUAGE: Language | undefined = undefined

/** The heading over the languages of the page. */
export const LANGUAGE_GROUP = 'Language'

/** In the palette. `name` is the language's own name for itself. */
export function showIn(name: string): string {
  return `Language: ${name}`
}

// What the page says before its script runs. The build puts them into `index.html`.

export const DESCRIPTION = 'A board whose columns are stages of a repository.'
export const NEEDS_JAVASCRIPT = 'Trunkline needs JavaScript.'
export const OLD_BROWSER =
  'This browser is too old for Trunkline. It needs Chrome or Edge 123, Firefox 128, Safari 17.5, or a later version.'

// What the manifest says of the pictures of an installed page.

export const WIDE_PICTURE = 'The board'
export const NARROW_PICTURE = 'The board on a phone'
