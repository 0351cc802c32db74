import type { Language } from '#model/languages.ts'

export const LANGUAGE: Language = 'de'

/** Of its writing. */
export const DIRECTION: 'ltr' | 'rtl' = 'ltr'

/** For numbers, dates, and times. */
export const LOCALE = 'de-DE'

/** Between groups of three digits. */
export const DIGIT_SEPARATOR = '.'

/** The language of a service's sentences, if it isn't the page's. [gap G28] */
export const SERVICE_LANGUAGE: Language | undefined = 'en'

/** The heading over the languages of the page. */
export const LANGUAGE_GROUP = 'Sprache'

/** In the palette. `name` is the language's own name for itself. */
export function showIn(name: string): string {
  return `Sprache: ${name}`
}

// What the page says before its script runs. The build puts them into `index.html`.

export const DESCRIPTION = 'Ein Board, dessen Spalten die Stufen eines Repositorys sind.'
export const NEEDS_JAVASCRIPT = 'Trunkline braucht JavaScript.'
export const OLD_BROWSER =
  'Dieser Browser ist zu alt für Trunkline. Nötig ist Chrome oder Edge 123, Firefox 128, Safari 17.5 oder eine neuere Version.'

// What the manifest says of the pictures of an installed page.

export const WIDE_PICTURE = 'Das Board'
export const NARROW_PICTURE = 'Das Board auf einem Telefon'
