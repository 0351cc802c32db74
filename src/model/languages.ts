/** The languages of the page, English first, each by its own name. */
export const LANGUAGE_NAMES = { en: 'English', de: 'Deutsch' } as const

/** A language tag, as `lang` has it. */
export type Language = keyof typeof LANGUAGE_NAMES

/** The page in it has plain file names, and is for those who want a language that isn't there. */
export const MAIN_LANGUAGE: Language = 'en'

/** Has the language that a person has chosen; the web server reads it. */
export const LANGUAGE_COOKIE = 'trunkline-language'

export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as Language[]

/** A file of the page in this language: "index.html", "index.de.html". */
export function fileIn(language: Language, name: string): string {
  return language === MAIN_LANGUAGE ? name : name.replace(/\.(\w+)$/, `.${language}.$1`)
}
