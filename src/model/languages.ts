/** The languages of the page, English first, each by its own name. */
export const LANGUAGE_NAMES = { en: 'English', de: 'Deutsch' } as const

/** A language tag, as `lang` has it. */
export type Language = keyof typeof LANGUAGE_NAMES

/** Has the language that a person has chosen; the web server reads it. */
export const LANGUAGE_COOKIE = 'trunkline-language'

export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as Language[]
